/** Exports that an administrator opens in a spreadsheet, with texts that others chose (auth-wire 2.10). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";

const CALL = "cmd|'/c calc'!A1";
/** What spreadsheets take for the beginning of a formula, also behind white space and in the full-width forms. */
const BEGINNINGS = [
  "=",
  "+",
  "-",
  "@",
  "\t=",
  "\r=",
  "\n=",
  " =",
  "\u00a0=",
  "\uff1d",
  "\uff0b",
  "\uff0d",
  "\uff20",
];
const TEXTS = BEGINNINGS.map((beginning) => `${beginning}${CALL}`);

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The cells of a CSV text (RFC 4180). */
const cellsOf = (text: string): string[] =>
  [...text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );

const post = async (path: string, body: object) => {
  const { status, text } = await service.request("POST", `/auth/v1${path}`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(status, text).toBe(200);
};

test.each([
  [
    "/users",
    (text: string, at: number) => ({ alias: [`u-${at}`], details: { name: text, email: text } }),
  ],
  [
    "/service-accounts",
    (text: string, at: number) => ({ alias: [`s-${at}`], details: { name: text } }),
  ],
  ["/roles", (text: string, at: number) => ({ name: `role-${at}`, description: text })],
  ["/permissions", (text: string, at: number) => ({ name: `permission-${at}`, description: text })],
] as const)("no cell of an export begins a formula: %s", async (path, record) => {
  for (const [at, text] of TEXTS.entries()) await post(path, record(text, at));
  const { text } = await service.request("GET", `/auth/v1${path}/export`);
  const cells = cellsOf(text);
  expect(cells.filter((cell) => cell.includes(CALL)).length).toBeGreaterThanOrEqual(TEXTS.length);
  expect(cells.filter((cell) => /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]/.test(cell))).toEqual([]);
});
