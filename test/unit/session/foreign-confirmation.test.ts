/** RFC 7800 §3.1, RFC 8705 §3: bound tokens of a provider elsewhere. */
import { expect, test } from "vitest";
import { confirmForeign } from "../../../src/session/foreign-confirmation.ts";
import { selfSigned } from "../../support/certificates.ts";

const { der, thumbprint } = selfSigned("/CN=client");
const connection = { clientCertificate: new Uint8Array(der) };
const refused = expect.objectContaining({ code: "invalid_token" });

test("a token that is bound to nothing passes", () => {
  expect(confirmForeign({ sub: "ada" }, {})).toBeUndefined();
});

test("a bound token passes with its certificate over our own TLS, and in no other way", () => {
  const cnf = { "x5t#S256": thumbprint };
  expect(confirmForeign({ cnf }, connection)).toBeUndefined();
  const { clientCertificate: unverifiedCertificate } = connection;
  for (const other of [
    {},
    { unverifiedCertificate },
    { clientCertificate: new Uint8Array(selfSigned("/CN=client").der) },
  ]) {
    expect(() => confirmForeign({ cnf }, other)).toThrow(refused);
  }
});

test.each([
  { jkt: "a key" },
  { jkt: "a key", "x5t#S256": thumbprint },
  {},
  null,
  thumbprint,
  [thumbprint],
])("what confirms in another way is no bearer token: %j", (cnf) => {
  expect(() => confirmForeign({ cnf }, connection)).toThrow(refused);
});
