import type { CredentialRotationArgs } from "pulumi-broker";
import { row } from "./kind";

export const credentialRotation = row<CredentialRotationArgs>({
  kind: "CredentialRotation",
  id: "123/rotations/apiKey",
  operations: ["instancePassword.rotate", "instanceKey.rotate"],
  secrets: ["apiKey", "password", "url"],
  notAdopted: "it is done once and leaves nothing behind",
  // Without `changed`: a change of the triggers whose answer tells nothing is never sent again for them, which
  // test/handler/credentialRotation/cut.test.ts shows.
  look: { path: (instance) => `/customer/api/instances/${instance}` },
  refused: [[{ credential: "secret" }, "credential: must be one of the values password, apiKey"]],
  args: ({ instance }) => ({ instance, credential: "password", triggers: ["a"] }),
  outputs: () => ({ password: expect.any(String), url: expect.any(String), sentAt: expect.any(String) }),
  onlyAtCreate: ["sentAt"],
  neverRead: ["triggers"],
  // A rotation leaves nothing but the credential, which every instance has.
  records: (state, { id }) =>
    state.instances.filter((each) => id === `${each.id}/rotations/password`).map((each) => ({ id: each.id })),
  held: ({ id }) => ({ id: Number(id.split("/")[0]) }),
  create: () => "POST /instance/api/account/rotate-password",
  // The instance is read in the same request that looks up its key.
  refresh: () => [],
  inPlace: {
    doesNotApply:
      "it looks at its instance, as a look-up of the key does: test/handler/credentialRotation/credentialRotation.test.ts changes it",
  },
  outsideEdit: { doesNotApply: "whatever the credential is, it is as declared" },
  outsideDelete: { doesNotApply: "an instance always has its credentials" },
  idIsName: true,
  staysWhenDeleted: true,
});
