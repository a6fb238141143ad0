/** RFC 7800 §3.1, RFC 8705 §3: bound tokens of a provider elsewhere. */
import { expect, test } from "vitest";
import { confirmForeign } from "../../../src/session/foreign-confirmation.ts";
import { selfSigned } from "../../support/certificates.ts";

const { der, thumbprint } = selfSigned("/CN=client");
const connection = { clientCertificate: new Uint8Array(der) };
const refused = { code: "invalid_token" };

test("a token that is bound to nothing passes at once", () => {
  expect(confirmForeign({ sub: "ada" }, {})).toBeUndefined();
});

test("a bound token passes with its certificate over our own TLS, and in no other way", async () => {
  const cnf = { "x5t#S256": thumbprint };
  await expect(confirmForeign({ cnf }, connection)).resolves.toBeUndefined();
  const { clientCertificate: unverifiedCertificate } = connection;
  for (const other of [
    {},
    { unverifiedCertificate },
    { clientCertificate: new Uint8Array(selfSigned("/CN=client").der) },
  ]) {
    await expect(confirmForeign({ cnf }, other)).rejects.toMatchObject(refused);
  }
});

test.each([
  { jkt: "a key" },
  { jkt: "a key", "x5t#S256": thumbprint },
  {},
  null,
  thumbprint,
  [thumbprint],
])("what confirms in another way is no bearer token: %j", async (cnf) => {
  await expect(confirmForeign({ cnf }, connection)).rejects.toMatchObject(refused);
});
