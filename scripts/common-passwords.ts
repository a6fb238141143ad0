/**
 * Writes the list of common passwords as a Bloom filter into `src/iam/passwords/common-passwords.gen.ts`:
 * `node scripts/common-passwords.ts passwords.json`, with the file of the package `@zxcvbn-ts/language-common` (MIT).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { bitsOf, MIN_COMMON_LENGTH } from "../src/iam/passwords/common-bits.ts";

const [, , source = ""] = process.argv;
const words = (JSON.parse(readFileSync(source, "utf8")) as string[])
  .map((word) => word.toLowerCase())
  .filter((word) => [...word].length >= MIN_COMMON_LENGTH);
/** About one in ten thousand other passwords is taken for one of the list. */
const size = Math.ceil((words.length * 20) / 8);
const filter = new Uint8Array(size);
for (const word of words) {
  for (const bit of bitsOf(word, size * 8))
    filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
}
const lines = [
  `/** ${words.length} common passwords of at least ${MIN_COMMON_LENGTH} characters, as a Bloom filter; see \`scripts/common-passwords.ts\`. */`,
  "/* The list: Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.; MIT licence, of @zxcvbn-ts/language-common. */",
  `export const COMMON_PASSWORDS =\n  "${Buffer.from(filter).toString("base64")}";`,
];
writeFileSync("src/iam/passwords/common-passwords.gen.ts", `${lines.join("\n")}\n`);
