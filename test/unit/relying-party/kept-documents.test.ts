/** G-7, U-4: documents of providers are read once for all who wait, refreshed, and the last good one stays. */
import { beforeEach, expect, test } from "vitest";
import { keptDocuments } from "../../../src/relying-party/kept-documents.ts";
import { capturingLogger } from "../../support/runtime.ts";

const URL_GIVEN = "https://op.example.com/metadata";
let now: number;
let reads: number;
let answer: () => Promise<string>;

beforeEach(() => {
  now = 1_000_000;
  reads = 0;
  answer = async () => "first";
});

const kept = (most?: number) =>
  keptDocuments(
    { clock: { now: () => now }, log: capturingLogger([]) },
    { fresh: 3_600_000, pause: 10_000, ...(most && { most }) },
    () => {
      reads += 1;
      return answer();
    },
  );

test("parallel callers share one reading, later ones what was read", async () => {
  const documents = kept();
  const all = await Promise.all([1, 2, 3].map(() => documents.get(URL_GIVEN)));
  expect([all, await documents.get(URL_GIVEN), reads]).toEqual([
    ["first", "first", "first"],
    "first",
    1,
  ]);
});

test("an old document is answered at once and read again behind the answer", async () => {
  const documents = kept();
  await documents.get(URL_GIVEN);
  now += 3_600_000;
  answer = async () => "second";
  expect(await documents.get(URL_GIVEN)).toBe("first");
  expect(await documents.get(URL_GIVEN)).toBe("second");
  expect(reads).toBe(2);
});

test("U-4: a failed refresh keeps the last good copy, and is not repeated at once", async () => {
  const documents = kept();
  await documents.get(URL_GIVEN);
  now += 3_600_000;
  answer = async () => {
    throw new Error("away");
  };
  for (let times = 0; times < 3; times++) expect(await documents.get(URL_GIVEN)).toBe("first");
  expect(reads).toBe(2);
  expect(await documents.renew(URL_GIVEN)).toBe("first");
  expect(reads).toBe(2);
});

test("G-7: a first failure is told, and tried again after a pause only", async () => {
  const documents = kept();
  answer = async () => {
    throw new Error("away");
  };
  await expect(documents.get(URL_GIVEN)).rejects.toThrow("away");
  await expect(documents.get(URL_GIVEN)).rejects.toThrow("away");
  expect(reads).toBe(1);
  now += 10_000;
  answer = async () => "back";
  expect(await documents.get(URL_GIVEN)).toBe("back");
});

test("renewing reads again before it is due, at most once in a pause", async () => {
  const documents = kept();
  await documents.get(URL_GIVEN);
  answer = async () => "second";
  expect(await documents.renew(URL_GIVEN)).toBe("first");
  now += 10_000;
  expect(await documents.renew(URL_GIVEN)).toBe("second");
});

test("N-11: what is kept is bounded", async () => {
  const documents = kept(2);
  for (const url of ["a", "b", "c", "a"]) await documents.get(url);
  expect(reads).toBe(4);
});
