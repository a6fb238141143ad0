/** The language of the page is that of its markup; the page brings along what its script says. */
import { fill } from "../src/std/texts/fill.ts";
import type { ScriptText } from "../src/web/texts/script-texts.ts";
import { find } from "./find.ts";

export const language = globalThis.document?.documentElement.lang || "en";

const data = find("page-texts", HTMLTemplateElement)?.content.textContent;
const texts: Partial<Record<ScriptText, string>> = data ? JSON.parse(data) : {};

/** @param value for `{name}` or `{count}` */
export const t = (key: ScriptText, value: string | number = ""): string =>
  fill(texts[key] ?? "", { name: value, count: value });

/** Failures that the SDK or the browser found, without an answer of the service. */
const TEXT_OF_CODE: Readonly<Record<string, ScriptText>> = {
  unreachable: "unreachable",
  cancelled: "passkeyCancelled",
  registered: "passkeyKnown",
  unsupported: "passkeyUnusable",
  timeout: "tookTooLong",
};

/** Answers of the service that a person is to understand. */
const TEXT_OF_ANSWER: Readonly<Record<string, ScriptText>> = {
  passkey_required: "passkeyRequired",
  mfa_setup_required: "setupNotHere",
};

/** What a failure is in words; undefined for what the service says in words of its own. */
export function failureText({ code = "", status }: { code?: string; status: number }) {
  const texts = status === 0 ? TEXT_OF_CODE : TEXT_OF_ANSWER;
  const key = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return key && t(key);
}
