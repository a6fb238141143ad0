/** What the default mail of a kind says, before it is text or HTML. */
import { browserParts } from "../std/browser-name.ts";
import { displayText } from "../std/display-text.ts";
import type { Duration } from "../std/duration.ts";
import { fill } from "../std/texts/fill.ts";
import type { Language } from "../std/texts/languages.ts";
import type { AccountChange, Mail } from "./mail.ts";
import { texts as de } from "./texts/de.ts";
import { texts as en } from "./texts/en.ts";
import type { MailCatalogue } from "./texts/form.ts";
import { texts as fr } from "./texts/fr.ts";

/** Characters of what a credential is called. */
const MAX_NAME_LENGTH = 60;

/** What mails say, by language. */
export const CATALOGUES: Readonly<Record<Language, MailCatalogue>> = { en, de, fr };

/** One line below the text of a mail. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
}

/** Every member is plain text. */
export interface MailContent {
  readonly language: Language;
  /** Before the address of the button. */
  readonly linkHint: string;
  readonly linkLine: string;
  /** Above everything in HTML: what the service is called, or a sentence. */
  readonly heading: string;
  readonly title: string;
  readonly text: string;
  readonly button?: { readonly label: string; readonly link: string };
  readonly code?: { readonly label: string; readonly code: string };
  readonly expires?: string;
  /** When and from where. */
  readonly facts: readonly MailFact[];
  readonly unasked?: string;
  readonly footer: string;
  /** Of the deployment: the link to those who help. */
  readonly support?: { readonly label: string; readonly link: string; readonly line: string };
}

/**
 * @param brand what the service is called to people; empty when it has no name
 * @param support https or mailto; empty for no link
 */
export function contentOf(
  { kind, values, language = "en" }: Mail,
  brand: string,
  support = "",
): MailContent {
  const { kinds, frame } = CATALOGUES[language];
  const texts = kinds[kind];
  const { code, link, lifetime } = values;
  const words = {
    brand: brand || frame.thisService,
    time: lifetime ? timeText(lifetime, language) : "",
    name: displayText(values.change?.name ?? "", MAX_NAME_LENGTH),
  };
  const button = texts.action && link ? { label: texts.action, link } : undefined;
  const label = button ? texts.orCode : texts.code;
  const shown = code && label ? { label, code } : undefined;
  const expires = button ? (shown ? frame.expires : frame.linkExpires) : shown && frame.codeExpires;
  return {
    language,
    linkHint: frame.linkHint,
    linkLine: frame.linkLine,
    heading: brand || frame.unnamed,
    title: fill(texts.title, words),
    text: fill(texts.text, words),
    ...(button && { button }),
    ...(shown && { code: shown }),
    ...(expires && lifetime && { expires: fill(expires, words) }),
    facts: values.change ? factsOf(values.change, language) : [],
    ...(texts.unasked && { unasked: texts.unasked }),
    footer: fill(frame.sentBy, words),
    ...(support !== "" && {
      support: {
        ...{ label: frame.support, link: support },
        line: fill(frame.supportLine, { link: support }),
      },
    }),
  };
}

/** When and from where an account was changed. */
function factsOf({ at, by, browser, network }: AccountChange, language: Language): MailFact[] {
  const { facts } = CATALOGUES[language];
  const time = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: "long", timeStyle: "short", timeZone: "UTC" },
  }).format(at);
  const parts = browserParts(browser ?? "");
  return [
    { label: facts.when, value: `${time} UTC` },
    ...(by ? [{ label: facts.by, value: facts[by] }] : []),
    ...(browser
      ? [{ label: facts.browser, value: parts ? fill(facts.browserOn, parts) : browser }]
      : []),
    ...(network ? [{ label: facts.network, value: network }] : []),
  ];
}

/** The subject that holds where no template gives one. */
export function defaultSubject({ kind, values, language = "en" }: Mail): string {
  const { subject, linkSubject } = CATALOGUES[language].kinds[kind];
  return values.link && linkSubject ? linkSubject : subject;
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** "innerhalb von 2 Tagen": behind this word the plural has another form. */
const inside = (text: string, language: Language): string =>
  language === "de" ? text.replace(/ Tage$/, " Tagen") : text;

/** `15 minutes`, `1 hour`, `1 hour 30 minutes`: the two largest units, rounded down. */
export function timeText(lifetime: Duration, language: Language = "en"): string {
  const parts: string[] = [];
  let left: number = lifetime;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count === 0) continue;
    const format = { style: "unit", unit, unitDisplay: "long" } as const;
    parts.push(inside(new Intl.NumberFormat(language, format).format(count), language));
    if (parts.length === 2) break;
  }
  return parts.join(" ");
}
