/** Finds English on a page that is in another language: texts of our own catalogues that have another one there, and English sentences. */
import type { Page } from "playwright-core";
import { loadTexts } from "../../console/texts/catalogue.ts";
import { MESSAGES } from "../../src/messages/en.ts";
import type { Language } from "../../src/std/texts/languages.ts";
import { texts as dePages } from "../../src/web/texts/de/index.ts";
import { texts as enPages } from "../../src/web/texts/en/index.ts";
import { texts as frPages } from "../../src/web/texts/fr/index.ts";

type OtherLanguage = Exclude<Language, "en">;
const PAGES: Readonly<Record<OtherLanguage, unknown>> = { de: dePages, fr: frPages };

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

/** Texts by their path: `records.leftShort.gone`. */
export function flat(texts: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof texts === "string") return [[path.join("."), texts]];
  return Object.entries(texts ?? {}).flatMap(([name, inner]) => flat(inner, [...path, name]));
}

/** Title and description of every member of a component, as the console names it: `Component.member.inner`. */
function membersOf(path: string, schema: Schema): [string, readonly (string | undefined)[]][] {
  const { title, description, properties = {}, items, additionalProperties: more } = schema;
  return [
    [path, [title, description]],
    ...Object.entries(properties).flatMap(([name, one]) => membersOf(`${path}.${name}`, one)),
    ...(items ? membersOf(path, items) : []),
    ...(typeof more === "object" ? membersOf(path, more) : []),
  ];
}

/**
 * English texts that have another one in the language, of which none says the same there.
 * @param components schemas of the API description
 */
export async function englishTexts(
  language: OtherLanguage,
  components: Readonly<Record<string, Schema>>,
): Promise<ReadonlySet<string>> {
  const [english, other] = [await loadTexts("en"), await loadTexts(language)];
  const both: readonly (readonly [unknown, unknown])[] = [
    [english.texts, other.texts],
    [MESSAGES, other.messages],
    [enPages, PAGES[language]],
  ];
  const schemas = Object.entries(components).flatMap(([name, schema]) => membersOf(name, schema));
  const pairs = [
    ...both.flatMap(([from, to]) => {
      const translated = new Map(flat(to));
      return flat(from).map(([path, text]) => [text, translated.get(path) ?? text] as const);
    }),
    ...schemas.flatMap(([path, texts]) =>
      texts.map((text, at) => {
        const own: readonly string[] =
          (other.schema as Readonly<Record<string, readonly string[]>> | undefined)?.[path] ?? [];
        return [text ?? "", own[at] ?? text ?? ""] as const;
      }),
    ),
  ];
  const said = new Set(pairs.map(([, text]) => text));
  return new Set(
    pairs.map(([text]) => text).filter((text) => !said.has(text) && !text.includes("{")),
  );
}

/** Words that neither German nor French has. */
const ENGLISH =
  /\b(?:the|there|of|this|that|which|with|are|is|from|and|has|have|be|by|not|your|toggle|visibility)\b/i;

/** What a person reads or hears of a page; not what programs are told, and what others wrote. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = ":not(code, pre, kbd, samp, bdi, textarea, script, style, template, noscript)";
    const texts: string[] = [document.title];
    const isOwn = (element: Element) =>
      element.closest("code, pre, kbd, samp, bdi, textarea, script, style, template, noscript") ===
      null;
    for (const element of document.body.querySelectorAll(own)) {
      if (!isOwn(element) || !element.checkVisibility()) continue;
      for (const name of ["title", "placeholder", "aria-label", "alt"]) {
        const text = element.getAttribute(name);
        if (text) texts.push(text);
      }
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) {
          texts.push(node.textContent.trim().replace(/\s+/g, " "));
        }
      }
    }
    return [...new Set(texts)];
  });

/**
 * English on the page as it stands.
 * @param english of `englishTexts`
 */
export async function englishOn(page: Page, english: ReadonlySet<string>): Promise<string[]> {
  return (await shownTexts(page)).filter(
    (text) => english.has(text) || (text.split(/\s+/).length >= 3 && ENGLISH.test(text)),
  );
}
