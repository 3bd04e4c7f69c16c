import { createHash } from "node:crypto";

/**
 * The tag that an instance or a VPC carries from the request that makes it until it is ready. The tag is made from the
 * URN, so that the next run of a program that was cut off finds what that run had made.
 */
export function markerOf(urn: string): string {
  return `pulumi-broker-${createHash("sha256").update(urn).digest("hex").slice(0, 16)}`;
}

/** True when a tag is the marker of an object, made by this program or by any other. */
export function isMarker(tag: string): boolean {
  return /^pulumi-broker-[0-9a-f]{16}$/.test(tag);
}

/** The tags that the user gave: all tags but the markers. */
export function withoutMarkers(tags: readonly string[]): string[] {
  return tags.filter((tag) => !isMarker(tag));
}
