/** The language of the page is that of its markup; in another one than English the page brings the texts along. */
import { fillIn, LOGIN, type TextKey, type Texts } from "../src/web/texts/login.ts";
import { find } from "./find.ts";

export const language = globalThis.document?.documentElement.lang || "en";

const brought = (): Texts => {
  const data = find("page-texts", HTMLScriptElement);
  return data ? { ...LOGIN, ...JSON.parse(data.text) } : LOGIN;
};
const texts = brought();

export const t = (key: TextKey, value: string | number = ""): string => fillIn(texts[key], value);
