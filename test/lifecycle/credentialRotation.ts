import { CredentialRotation, type CredentialRotationArgs } from "pulumi-broker";
import { row } from "./row";

export const credentialRotation = row<CredentialRotationArgs>({
  kind: "CredentialRotation",
  resource: CredentialRotation,
  args: ({ instance }) => ({ instance, credential: "password", triggers: ["a"] }),
  outputs: ({ instance }) => ({
    instance,
    credential: "password",
    triggers: ["a"],
    password: expect.any(String),
    url: expect.any(String),
    sentAt: expect.any(String),
  }),
  onlyAtCreate: ["sentAt"],
  neverRead: ["triggers"],
  // A rotation leaves nothing but the credential, which every instance has.
  records: (state, { id }) =>
    state.instances.filter((each) => id === `${each.id}/rotations/password`).map((each) => ({ id: each.id })),
  held: ({ id }) => ({ id: Number(id.split("/")[0]) }),
  create: () => "POST /instance/api/account/rotate-password",
  // The instance is read in the same request that looks up its key.
  refresh: () => [],
  onInstance: true,
  inPlace: {
    doesNotApply: "it looks at its instance, as a look-up of the key does: test/engine/rotation.test.ts changes it",
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: ({ other }) => ({ id: Number(other) }),
  },
  outsideEdit: { doesNotApply: "whatever the credential is, it is as declared" },
  outsideDelete: { doesNotApply: "an instance always has its credentials" },
  missingId: () => "999999/rotations/password",
  idIsName: true,
  staysWhenDeleted: true,
});
