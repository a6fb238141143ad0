/** What Go's own text/template answers (test/oracle/text-template), we answer, errors too. */

import { describe, expect, test } from "vitest";
import { parseTemplate } from "../../../../src/std/template/template.ts";
import { TemplateError } from "../../../../src/std/template/template-error.ts";
import { TemplateRecord } from "../../../../src/std/template/value.ts";
import answers from "../../../oracle/text-template/answers.json" with { type: "json" };
import asked from "../../../oracle/text-template/cases.json" with { type: "json" };

type Answer = { output?: string; kind?: string; error?: string };
type MissingKey = "default" | "zero" | "error";
type Case = { template: string; data: string; missingKey?: string };

/** Where we differ from Go, and why. */
const DIFFERENT = new Map<string, string>([
  ['{{"\\xff"}} {{len "\\xff"}}', "a JavaScript string cannot hold a byte that is not UTF-8"],
  ["{{slice .s .i}}", "Go's slice refuses an index that comes straight out of a map"],
  ["{{slice (slice .l 0 1) 0 3}}", "a slice shows nothing behind its end"],
  ["{{eq .mail .mail}}", "refused like every comparison of records, in our words"],
]);

const data = asked.data as Record<string, unknown>;
const cases = (asked.cases as Case[]).map((each, index) => ({
  ...each,
  answer: (answers as Answer[])[index] ?? {},
}));

describe("Go's text/template agrees", () => {
  test("about several hundred cases", () => {
    expect(cases.length).toBe(answers.length);
    expect(cases.length).toBeGreaterThan(800);
  });

  test.each(cases)("$template ($data)", ({ template, data: name, missingKey, answer }) => {
    const ours = ask(template, revive(data[name]), missingKey);
    const reason = DIFFERENT.get(template);
    if (reason === undefined) expect(ours).toEqual(answer);
    else expect(ours, reason).not.toEqual(answer);
  });
});

function ask(text: string, root: unknown, missingKey: string | undefined): Answer {
  const option = missingKey === "zero" || missingKey === "error" ? missingKey : "default";
  try {
    const template = parseTemplate(text, { name: "x", missingKey: option satisfies MissingKey });
    return { output: template.execute(root) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { kind: error.kind, error: error.message };
  }
}

/** `{"$record": …}` is a Mail, a record with fixed fields. */
function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  const record = (value as { $record?: Record<string, unknown> }).$record;
  if (record !== undefined) return new TemplateRecord("main.Mail", record);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revive(item)]));
}
