/** S-5, I-1: of a signed name nothing is taken away but the blanks that XML, JSON and HTTP know. */
import { expect, test } from "vitest";
import { trimBlanks } from "../../../src/std/trim-blanks.ts";
import { readXUser } from "../../../src/web/x-user.ts";

test("space, tab and line ends around a text", () => {
  expect(trimBlanks(" \t\r\n ada lovelace\n")).toBe("ada lovelace");
  expect(trimBlanks(" \t\r\n")).toBe("");
  expect(trimBlanks("")).toBe("");
});

const PARTS = [
  "\u00a0",
  "\ufeff",
  "\u2003",
  "\u3000",
  "\u2028",
  "\u2029",
  "\u1680",
  "\u000b",
  "\u000c",
  "\u0085",
];

test.each(PARTS)("%j is part of it", (letter) => {
  expect(trimBlanks(` ${letter}ada${letter} `)).toBe(`${letter}ada${letter}`);
});

test("H-1: so it is in X-User, whose bytes are not shortened before they are read", () => {
  const latin = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));
  for (const letter of PARTS.filter((one) => one > "\u007f")) {
    for (const name of [`ada${letter}`, `${letter}ada`]) {
      expect(readXUser(new Headers({ "x-user": latin(name) })).kind, name).toBe("malformed");
    }
  }
  expect(readXUser(new Headers({ "x-user": " ada " }))).toEqual({ kind: "named", name: "ada" });
});
