/** What the runtime's own signatures and those of Web Crypto say of each other, as one line of JSON. */
import { createRuntime } from "../../../src/adapters/current.ts";
import { generatePrivateKey, importSigningKey } from "../../../src/crypto/signing-key.ts";
import { SIGNATURE_ALGORITHMS } from "../../../src/std/public-jwk.ts";

const { signatures } = await createRuntime({ data_dir: "./data" });
const text = new TextEncoder().encode("header.claims");
const other = new TextEncoder().encode("header.claimz");

const result: Record<string, unknown> = {};
for (const algorithm of SIGNATURE_ALGORITHMS) {
  const pem = await generatePrivateKey(algorithm);
  const native = await importSigningKey("k", pem, algorithm, signatures);
  const web = await importSigningKey("k", pem, algorithm);
  const foreign = await importSigningKey("k", await generatePrivateKey(algorithm), algorithm);
  const [own, theirs] = [await native.sign(text), await web.sign(text)];
  const altered = theirs.map((byte, index) => (index === 20 ? byte ^ 1 : byte));
  const refused = [
    new Uint8Array(),
    altered,
    theirs.slice(1),
    theirs.slice(0, -1),
    new Uint8Array([...theirs, 0]),
    new Uint8Array(theirs.length),
    new Uint8Array(theirs.length).fill(255),
    await foreign.sign(text),
  ];
  const accepted = (verifier: typeof web) =>
    Promise.all(refused.map(async (signature) => verifier.verify(text, signature)));
  result[algorithm] = {
    both: [await native.verify(text, theirs), await web.verify(text, own)],
    another_text: [await native.verify(other, theirs), await web.verify(other, own)],
    refused: [await accepted(native), await accepted(web)].flat().includes(true) ? "no" : "all",
    length: own.length,
  };
}
console.log(JSON.stringify(result));
