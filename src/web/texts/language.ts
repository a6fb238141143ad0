/** The languages of our pages and mails, and which of them a person gets (RFC 9110 §12.5.4; OpenID Connect Core §3.1.2.1). */

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Where a text is shown; a `Call` and a `Visit` are such places. Without a language it is English. */
export interface Spoken {
  readonly language?: () => Language;
}

/** The same keys as the English catalogue: a text that is missing does not compile. */
export type Translated<T> = { readonly [key in keyof T]: string };

/** A catalogue in every language, as a function of where it is shown. */
export const catalogue =
  <T>(en: T, others: Readonly<Record<Exclude<Language, "en">, Translated<T>>>) =>
  (place: Spoken): Translated<T> => {
    const language = place.language?.() ?? "en";
    return language === "en" ? (en as Translated<T>) : others[language];
  };

/** Characters of a header or parameter that are looked at. */
const MAX_HEADER_LENGTH = 500;

/** RFC 4647 §3.4: `de-AT` finds `de`. */
function lookUp(tag: string): Language | undefined {
  const [primary = ""] = tag.trim().toLowerCase().split("-");
  return LANGUAGES.find((one) => one === primary);
}

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

/** The first of the tags that we have; undefined when there is none. @param locales tags between spaces */
const askedLanguage = (locales: string | null | undefined): Language | undefined =>
  (locales ?? "")
    .slice(0, MAX_HEADER_LENGTH)
    .split(" ")
    .map(lookUp)
    .find((language) => language !== undefined);

/** The same, as a parameter that goes along to the next page; empty when there is none. */
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
