/** What is read of a backup is bounded and in order, also where its keys are right (ADR 0102). */
import { describe, expect, test } from "vitest";
import { compressed, expanded } from "../../../src/backup/compression.ts";
import { readHeader } from "../../../src/backup/header.ts";
import { type BackupRecord, readRecords } from "../../../src/backup/records.ts";

const encoder = new TextEncoder();

async function* once(text: string, size = 7): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

async function records(source: AsyncIterable<Uint8Array>): Promise<BackupRecord[]> {
  const found: BackupRecord[] = [];
  for await (const record of readRecords(source)) found.push(record);
  return found;
}

test("tables, rows and the end, however they are cut, in any script", async () => {
  const text = '["table","auth_users"]\n{"name":"שלום 👩🏽‍💻"}\n{}\n["end",{"auth_users":2}]\n';
  const expected = [
    { kind: "table", table: "auth_users" },
    { kind: "row", json: '{"name":"שלום 👩🏽‍💻"}' },
    { kind: "row", json: "{}" },
    { kind: "end", rows: { auth_users: 2 } },
  ];
  for (const size of [1, 2, 7, 1_000]) expect(await records(once(text, size))).toEqual(expected);
});

test.each([
  ["nothing", "", "has no end"],
  ["no end", '["table","auth_users"]\n{}\n', "has no end"],
  ["half a line", '["end",{}]\n{"a"', "ends within a row"],
  ["a line behind the end", '["end",{}]\n{}\n', "goes on behind its end"],
  ["a line of something else", "select 1;\n", "none of a backup"],
  ["a table that is no text", '["table",1]\n["end",{}]\n', "none of a backup"],
  ["another word", '["drop","auth_users"]\n["end",{}]\n', "none of a backup"],
])("%s is refused", async (_name, text, fault) => {
  await expect(records(once(text))).rejects.toThrow(fault);
});

describe("a small file that becomes a large one", () => {
  /** 1 GiB of one letter in a megabyte of gzip. */
  const bomb = () =>
    compressed(async (write) => {
      const megabyte = encoder.encode("a".repeat(2 ** 20));
      for (let at = 0; at < 1_024; at++) await write(megabyte);
    });

  test("is read no further than the longest row", async () => {
    let read = 0;
    async function* counted() {
      for await (const bytes of expanded(bomb() as AsyncGenerator<Uint8Array<ArrayBuffer>>)) {
        read += bytes.length;
        yield bytes;
      }
    }
    await expect(records(counted())).rejects.toThrow("too long");
    expect(read).toBeLessThan(18 * 2 ** 20);
  });

  test("a writer whose reader goes away is told so", async () => {
    let failed: unknown;
    const source = compressed(async (write) => {
      try {
        for (;;) await write(crypto.getRandomValues(new Uint8Array(65_536)));
      } catch (error) {
        failed = error;
        throw error;
      }
    });
    await source.next();
    await source.return(undefined);
    expect(failed).toBeInstanceOf(Error);
  });

  test("a failure of the writer is that of the reader", async () => {
    const source = compressed(async (write) => {
      await write(new Uint8Array(10));
      throw new Error("the database is gone");
    });
    const reading = async () => {
      for await (const _ of source);
    };
    await expect(reading()).rejects.toThrow("the database is gone");
  });
});

test("a header without an end is read no further than its bound", async () => {
  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield encoder.encode("postern backup 1\n{");
    for (;;) {
      given += 1;
      yield new Uint8Array(1_000).fill(32);
    }
  }
  await expect(readHeader(endless())).rejects.toThrow("damaged header");
  expect(given).toBeLessThan(10);
});
