/** The language of the page is that of its markup; in another one than English the page brings the texts along. */
import { fill } from "../src/std/texts/fill.ts";
import type { Translated } from "../src/std/texts/languages.ts";
import { LOGIN, type TextKey } from "../src/web/texts/en/login.ts";
import { find } from "./find.ts";

export const language = globalThis.document?.documentElement.lang || "en";

const brought = (): Translated<typeof LOGIN> => {
  const data = find("page-texts", HTMLScriptElement);
  return data ? { ...LOGIN, ...JSON.parse(data.text) } : LOGIN;
};
const texts = brought();

/** @param value for `{name}` or `{count}` */
export const t = (key: TextKey, value: string | number = ""): string =>
  fill(texts[key], { name: value, count: value });
