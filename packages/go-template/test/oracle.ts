/** Asks our engine what oracle/ asked Go. */

import { parseTemplate } from "../src/template.ts";
import { TemplateError } from "../src/template-error.ts";
import { TemplateRecord } from "../src/value.ts";

export type Answer = { output?: string; kind?: string; error?: string };
type MissingKey = "default" | "zero" | "error";
type Case = { template: string; data: string; missingKey?: string };

type SessionRequest = { data: unknown; cases: readonly Case[] };

/** Every case with what Go answered, and a way to ask us. */
export function casesOf(asked: SessionRequest, answers: readonly Answer[]) {
  const data = asked.data as Record<string, unknown>;
  return asked.cases.map(({ template, data: name, missingKey }, index) => ({
    template,
    data: name,
    answer: answers[index] ?? {},
    ours: () => ask(template, revive(data[name]), missingKey),
  }));
}

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
