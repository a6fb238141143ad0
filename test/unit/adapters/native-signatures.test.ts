import { expect, test } from "vitest";
import { createSignatures, signedAtOnce } from "../../../src/adapters/drivers/native-signatures.ts";
import { generatePrivateKey, pemToPkcs8 } from "../../../src/crypto/signing-key.ts";
import { SIGNATURE_ALGORITHMS } from "../../../src/std/public-jwk.ts";

test.each([
  [1, 1, "all"],
  [2, 2, "all"],
  [2, 4, "all"],
  [2, 1, "all but RSA"],
  [8, 4, "all but RSA"],
] as const)("with %i cores for %i workers %s are signed at once", (cores, workers, which) => {
  expect(signedAtOnce(cores, workers)).toEqual(
    which === "all" ? SIGNATURE_ALGORITHMS : ["ES256", "EdDSA"],
  );
});

test("what is not signed at once is left to Web Crypto", async () => {
  const { signer } = createSignatures(["EdDSA"]);
  const pkcs8 = pemToPkcs8(await generatePrivateKey("ES256"));
  expect(signer("ES256", pkcs8)).toBeUndefined();
  expect(signer("EdDSA", pemToPkcs8(await generatePrivateKey("EdDSA")))).toBeTypeOf("function");
});
