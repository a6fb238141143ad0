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

/** What a failure is in words; undefined for what the service answered. */
export function failureText({ code = "", status }: { code?: string; status: number }) {
  const key = status === 0 && Object.hasOwn(TEXT_OF_CODE, code) ? TEXT_OF_CODE[code] : undefined;
  return key && t(key);
}
