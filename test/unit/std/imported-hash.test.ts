/** Hashes of other services: read from what foreign programs wrote, checked by this one, and bounded before anything is computed. */
import { describe, expect, test } from "vitest";
import { createInlineBcrypt } from "../../../src/adapters/drivers/bcrypt.ts";
import {
  isImportedHash,
  verifyImported,
  verifyImportedAside,
} from "../../../src/adapters/drivers/imported-hash-compute.ts";
import { readImportedHash } from "../../../src/std/imported-hash/imported-hash.ts";
import { readForeignHash } from "../../../src/std/imported-hash/read-hash.ts";
import vectors from "../../support/imported-hashes.json" with { type: "json" };

const hasher = createInlineBcrypt();
const FIRST_PASSWORD = "correct horse";

const kept = (given: string): string => {
  const read = readForeignHash(given);
  if ("refused" in read) throw new Error(`${given}: ${read.refused}`);
  return read.hash;
};
const refusal = (given: string) => {
  const read = readForeignHash(given);
  return "refused" in read ? read.refused : "taken";
};

// A hash that is made to cost much is computed twice: each program's scheme comes with two passwords, and of the two ways
// to check it one says yes to the first and no to the second, the other no and yes.
describe.each(vectors)("$scheme of $made_by", ({ password, hash }) => {
  const text = kept(hash);
  const here = (typed: string) => hasher.verify(typed, text);
  const aside = (typed: string) =>
    isImportedHash(text) ? verifyImportedAside(typed, text) : here(typed);
  const [yes, no, other] =
    password === FIRST_PASSWORD
      ? ([here, aside, `${password}!`] as const)
      : ([aside, here, ""] as const);

  test(`checks ${password}, and no other password`, async () => {
    expect(await yes(password)).toBe(true);
    expect(await no(other)).toBe(false);
  });
});

test("each scheme of a program comes with two passwords, so that both ways say yes and no", () => {
  const passwords = Object.groupBy(vectors, ({ made_by, scheme }) => `${scheme} of ${made_by}`);
  const once = Object.entries(passwords).filter(
    ([, all]) => new Set(all?.map(({ password }) => password === FIRST_PASSWORD)).size < 2,
  );
  // Its documentation has one hash.
  expect(once.map(([name]) => name)).toEqual([
    "fbscrypt of Firebase (documentation of its scrypt)",
  ]);
});

test("the data has every scheme, of several programs", () => {
  expect(new Set(vectors.map(({ made_by }) => made_by.split(" ")[0])).size).toBeGreaterThan(6);
  const kinds = vectors.map(({ hash }) => readImportedHash(kept(hash))?.kind ?? "own");
  expect(new Set(kinds)).toEqual(new Set(["pbkdf2", "scrypt", "salted", "firebase", "own"]));
});

const SALT = "c29tZSBzYWx0IG9mIDE2";
const KEY = "A".repeat(43);

test.each([
  ["bcrypt of cost 13", `$2b$13$${"a".repeat(53)}`],
  ["bcrypt of cost 31", `$2y$31$${"a".repeat(53)}`],
  ["argon2id with 4 GiB", `$argon2id$v=19$m=4194304,t=1,p=1$${SALT}$${KEY}`],
  ["argon2id with 128 MiB, five times", `$argon2id$v=19$m=131072,t=5,p=1$${SALT}$${KEY}`],
  ["argon2id with a thousand passes", `$argon2id$v=19$m=64,t=1000,p=1$${SALT}$${KEY}`],
  ["argon2id with 255 lanes", `$argon2id$v=19$m=8192,t=1,p=255$${SALT}$${KEY}`],
  ["PBKDF2 with ten million rounds", `pbkdf2_sha256$10000000$salt$${KEY}=`],
  ["PBKDF2 with rounds for four blocks", `$pbkdf2$600000$${SALT}$${"A".repeat(86)}`],
  ["PBKDF2-SHA-512 with two million rounds", `$pbkdf2-sha512$i=2000000$${SALT}$${"A".repeat(86)}`],
  ["scrypt with 1 GiB", `$scrypt$ln=20,r=8,p=1$${SALT}$${KEY}`],
  ["scrypt sixteen times", `$scrypt$ln=17,r=8,p=16$${SALT}$${KEY}`],
  ["scrypt with a block that is all memory", `$scrypt$ln=1,r=1048576,p=1$${SALT}$${KEY}`],
  ["scrypt of Django with 2 GiB", `scrypt$2097152$salt$8$1$${KEY}=`],
  ["scrypt of Werkzeug with 2 GiB", `scrypt:2097152:8:1$salt$${"ab".repeat(32)}`],
  [
    "scrypt of Firebase with 4 GiB",
    `$fbscrypt$v=1,n=22,r=8,p=1,ss=Bw==,sk=${KEY}=$${SALT}$${KEY}=`,
  ],
])("%s costs too much, and nothing is computed", (_, hash) => {
  expect(refusal(hash)).toBe("cost");
});

test.each([
  ["half a bcrypt hash", "$2b$10$CwTycUXWue0Thq9StjUM0u"],
  ["argon2id of version 16", `$argon2id$v=16$m=65536,t=2,p=1$${SALT}$${KEY}`],
  ["argon2id without memory", `$argon2id$v=19$m=0,t=2,p=1$${SALT}$${KEY}`],
  ["PBKDF2 without rounds", `$pbkdf2-sha256$0$${SALT}$${KEY}`],
  ["PBKDF2 without salt", `$pbkdf2-sha256$29000$$${KEY}`],
  ["PBKDF2 with a key of eight bytes", `$pbkdf2-sha256$29000$${SALT}$AAAAAAAAAAA`],
  ["scrypt whose N is no power of two", `scrypt$16385$salt$8$1$${KEY}=`],
  ["scrypt without lanes", `$scrypt$ln=14,r=8,p=0$${SALT}$${KEY}`],
  ["{SSHA} without a salt", "{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="],
  ["{SSHA512} of a shorter digest", "{SSHA512}E4i04UN/+MVB+E0yOTxuqosHO5qgdG6t"],
])("%s is not whole", (_, hash) => {
  expect(refusal(hash)).toBe("form");
});

test.each([
  ["a password", "correct horse"],
  ["nothing", ""],
  ["MD5 crypt", "$1$Om9GY8Lh$Xwo.puoWmOBkwxSX/XQWs/"],
  ["SHA-512 crypt", `$6$rounds=656000$salt$${"a".repeat(86)}`],
  ["argon2i", `$argon2i$v=19$m=65536,t=2,p=1$${SALT}$${KEY}`],
  ["{SHA} without salt", "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="],
  ["{CRYPT} of DES", "{CRYPT}rEK1ecacw.7.c"],
  ["bcrypt of a digest", `bcrypt_sha256$$2b$12$${"a".repeat(53)}`],
  ["a name of every object", "constructor$29000$salt$hash"],
  ["the same in braces", "{constructor}AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
  ["a megabyte", "a".repeat(1_048_576)],
])("%s is no hash that is read here", (_, hash) => {
  expect(refusal(hash)).toBe("unknown");
});

test("what is kept is one text for one hash, and one that costs too much is none", () => {
  const text = kept(`$pbkdf2-sha256$29000$${SALT}$${KEY}`);
  expect(readImportedHash(text)).toBeDefined();
  for (const other of [
    text.replace("i=29000", "i=029000"),
    text.replace("i=29000", "i=29000000"),
    text.replace("pbkdf2-sha256", "pbkdf2sha256"),
    text.replace("pbkdf2-sha256", "pbkdf2-scrypt"),
    `${text}=`,
    `${text}$`,
    ` ${text}`,
    text.replace("pbkdf2-sha256", "scrypt-"),
  ]) {
    expect(readImportedHash(other), other).toBeUndefined();
    expect(verifyImported("correct horse", other)).toBe(false);
  }
});
