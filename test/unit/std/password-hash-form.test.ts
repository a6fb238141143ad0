/** E-1: texts in the form of a password hash of any known scheme, and honest passwords, which are none. */
import { describe, expect, test } from "vitest";
import { passwordHashForm } from "../../../src/std/password-hash-form.ts";
import hashes from "../../support/password-hashes.json" with { type: "json" };

describe("E-1: hashes that other products made of `correct horse battery staple`", () => {
  test.each(hashes.map(({ scheme, product, hash }) => [scheme, product, hash] as const))(
    "%s of %s",
    (_scheme, _product, hash) => {
      expect(passwordHashForm(hash)).toEqual(expect.any(String));
      // As files of exports have it.
      expect(passwordHashForm(` ${hash}\r\n`)).toBe(passwordHashForm(hash));
    },
  );

  test("the scheme has the name that people know it by", () => {
    const named = new Set(hashes.map(({ hash }) => passwordHashForm(hash)));
    for (const name of ["bcrypt", "argon2id", "scrypt", "PBKDF2", "phpass", "{SSHA}"]) {
      expect([...named]).toContain(name);
    }
  });
});

describe("honest passwords", () => {
  test.each([
    "correct horse battery staple",
    "$1$million$dollars",
    "$2 for a coffee and $6 for a cake",
    "$argon2 is a hash function",
    "$6$short$hash",
    "{SSHA}",
    "{curly} braces",
    "{sha}d{ow}",
    '{"a": "JSON text"}',
    "sha1$salt$not-hexadecimal-at-all",
    "md5: the old one",
    "pbkdf2_sha256 is long enough",
    "*********************",
    "S:0123456789",
    "U$S$",
    "https://example.com:8443/path",
    "aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQ=",
    // Bare hexadecimal of generators: `openssl rand -hex`.
    "8743b52063cd84097a65d1633f5c74f5",
    "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    // As long as DES crypt and BSDi crypt, which cannot be told from passwords.
    "rl.3StKT.4T8M",
    "_J9..rasmBYk8r9AiWNc",
    "",
    "$",
    "$$$$$$$$$$$$$$$$$$$$$$$",
    ":",
  ])("%s", (text) => {
    expect(passwordHashForm(text)).toBeUndefined();
  });

  test("passwords of generators: 20,000 of every printable letter, and of base64", () => {
    const bytes = new Uint8Array(48);
    for (let one = 0; one < 20_000; one++) {
      crypto.getRandomValues(bytes);
      const printable = String.fromCharCode(...[...bytes].map((byte) => 33 + (byte % 94)));
      const base64 = btoa(String.fromCharCode(...bytes));
      for (const text of [printable, printable.slice(0, 20), base64, base64.slice(0, 44)]) {
        expect(passwordHashForm(text), text).toBeUndefined();
      }
    }
  });
});
