import { createHash } from "node:crypto";

/**
 * The tag that an instance or a VPC carries from the request that makes it until it is ready. The tag is made from the
 * URN, so that the next run of a program that was cut off finds what that run had made.
 */
export function markerOf(urn: string): string {
  return `pulumi-broker-${createHash("sha256").update(urn).digest("hex").slice(0, 16)}`;
}

/** Whether a tag is such a marker, of this or of any other program. */
export function isMarker(tag: string): boolean {
  return /^pulumi-broker-[0-9a-f]{16}$/.test(tag);
}

/** The tags without the markers: those that the user gave. */
export function withoutMarkers(tags: readonly string[]): string[] {
  return tags.filter((tag) => !isMarker(tag));
}
