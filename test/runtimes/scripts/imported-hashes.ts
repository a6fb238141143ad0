/** Prints which of the hashes of other programs this runtime checks wrongly, by the hasher that it serves with. */
import { createRuntime } from "../../../src/adapters/current.ts";
import { readForeignHash } from "../../../src/std/imported-hash/read-hash.ts";
import vectors from "../../support/imported-hashes.json" with { type: "json" };

const { passwords } = await createRuntime({ data_dir: "./data" });
const wrong: string[] = [];
for (const { made_by, scheme, password, hash } of vectors) {
  const read = readForeignHash(hash);
  const kept = "hash" in read ? read.hash : "";
  const right = await passwords.verify(password, kept);
  // Of the two passwords that each scheme comes with one is enough for this: some hashes are made to cost much.
  const other = password === "correct horse" && (await passwords.verify(`${password}!`, kept));
  if (!right || other) wrong.push(`${scheme} of ${made_by}`);
}
console.log(JSON.stringify({ checked: vectors.length, wrong }));
await passwords.close?.();
