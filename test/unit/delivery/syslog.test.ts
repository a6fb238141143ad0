/** Messages of syslog (RFC 5424), and the file that lines are added to. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileSink } from "../../../src/adapters/drivers/file-sink.ts";
import { syslogMessage } from "../../../src/delivery/syslog.ts";
import type { AuditRow } from "../../../src/store/audit-chain.ts";

const folder = mkdtempSync(join(tmpdir(), "postern-sink-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = (more: Partial<AuditRow> = {}) =>
  ({
    ...{ seq: 7, at: new Date("2030-05-02T10:00:00.120Z"), instance: "q2Vx0c1m" },
    ...{ action: "role_created", outcome: "done", ...more },
  }) as AuditRow;

test("facility, severity by the outcome, time, names, and the entry", () => {
  expect(syslogMessage(row(), '{"id":7}', "one.example.com")).toBe(
    '<110>1 2030-05-02T10:00:00.120Z one.example.com postern q2Vx0c1m role.created - {"id":7}',
  );
  const refused = row({ action: "sign_in_refused", outcome: "refused" });
  expect(syslogMessage(refused, "{}", "")).toMatch(/^<108>1 \S+ - postern \S+ sign_in\.refused - /);
  expect(syslogMessage(row({ outcome: "failed" }), "{}", "a b\n<1>")).toMatch(/^<107>1 \S+ ab<1> /);
});

test("a file that is large enough moves away, and so many are kept", async () => {
  const path = join(folder, "audit.ndjson");
  await using sink = fileSink({ kind: "file", path, max_size: 10, keep: 2 });
  for (const line of ["first line", "second line", "third line", "fourth line"]) {
    await sink.write([line]);
  }
  const files = readdirSync(folder).toSorted();
  expect(files).toEqual(["audit.ndjson", "audit.ndjson.1", "audit.ndjson.2"]);
  expect(files.map((file) => readFileSync(join(folder, file), "utf8"))).toEqual([
    "fourth line\n",
    "third line\n",
    "second line\n",
  ]);
});

test("half a line, which a full disk or a kill left, swallows no other one", async () => {
  const path = join(folder, "half.ndjson");
  await using sink = fileSink({ kind: "file", path, max_size: 0, keep: 0 });
  await sink.write(['{"id":1}']);
  writeFileSync(path, '{"id":2,"acti', { flag: "a" });
  await sink.write(['{"id":2}', '{"id":3}']);
  await sink.write(['{"id":4}']);
  expect(readFileSync(path, "utf8")).toBe(
    '{"id":1}\n{"id":2,"acti\n{"id":2}\n{"id":3}\n{"id":4}\n',
  );
});
