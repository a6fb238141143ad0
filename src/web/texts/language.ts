/** Which language a request gets (RFC 9110 §12.5.4; OpenID Connect Core §3.1.2.1). */
import { firstLanguage, type Language, lookUp } from "../../std/texts/languages.ts";

/** Where a text is shown; a `Call` and a `Visit` are such places. Without a language it is English. */
export interface Spoken {
  readonly language?: () => Language;
}

/** Characters of a header or parameter that are looked at. */
const MAX_HEADER_LENGTH = 500;

/** Languages that we have, the most wanted first; the order decides between equals. */
function accepted(header: string): Language | undefined {
  let best: { language: Language; quality: number } | undefined;
  for (const range of header.slice(0, MAX_HEADER_LENGTH).split(",")) {
    const [tag = "", ...parameters] = range.split(";");
    const given = parameters.find((part) => part.trim().toLowerCase().startsWith("q="));
    const quality = given === undefined ? 1 : Number(given.trim().slice(2));
    const language = lookUp(tag);
    if (language && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language;
}

/** @param locales tags between spaces, the most wanted first */
const askedLanguage = (locales: string | null | undefined): Language | undefined =>
  firstLanguage((locales ?? "").slice(0, MAX_HEADER_LENGTH).split(" "));

/** What was asked for, as a parameter that goes along to the next page; empty when there is none. */
export function localesQuery(parameters: URLSearchParams): string {
  const language = askedLanguage(parameters.get("ui_locales"));
  return language === undefined ? "" : `ui_locales=${language}`;
}

/**
 * What the application asks for in `ui_locales`, else what the browser prefers, else English.
 * @param locales tags between spaces, the most wanted first
 */
export function chooseLanguage(
  locales: string | null | undefined,
  acceptLanguage: string | null | undefined,
): Language {
  return askedLanguage(locales) ?? accepted(acceptLanguage ?? "") ?? "en";
}

/** The language of a request, found when it is first asked for. */
export function languageOf(request: Pick<Request, "url" | "headers">): () => Language {
  let known: Language | undefined;
  return () =>
    (known ??= chooseLanguage(
      new URL(request.url).searchParams.get("ui_locales"),
      request.headers.get("accept-language"),
    ));
}
