/** What the default mail of a kind says, before it is text or HTML. */
import type { Duration } from "../std/duration.ts";
import type { Mail } from "./mail.ts";
import {
  CODE_EXPIRES,
  EXPIRES,
  LINK_EXPIRES,
  MAIL_TEXTS,
  SENT_BY,
  THIS_SERVICE,
  TIME_WORDS,
} from "./texts.ts";

/** Every member is plain text. */
export interface MailContent {
  readonly brand: string;
  readonly title: string;
  readonly text: string;
  readonly button?: { readonly label: string; readonly link: string };
  readonly code?: { readonly label: string; readonly code: string };
  readonly expires?: string;
  readonly unasked?: string;
  readonly footer: string;
}

/** @param brand what the service is called to people; empty when it has no name */
export function contentOf({ kind, values }: Mail, brand: string): MailContent {
  const texts = MAIL_TEXTS[kind];
  const { code, link, lifetime } = values;
  const words = { brand: brand || THIS_SERVICE, time: lifetime ? timeText(lifetime) : "" };
  const button = texts.action && link ? { label: texts.action, link } : undefined;
  const label = button ? texts.orCode : texts.code;
  const shown = code && label ? { label, code } : undefined;
  const expires = button ? (shown ? EXPIRES : LINK_EXPIRES) : shown && CODE_EXPIRES;
  return {
    brand: words.brand,
    title: fill(texts.title, words),
    text: fill(texts.text, words),
    ...(button && { button }),
    ...(shown && { code: shown }),
    ...(expires && lifetime && { expires: fill(expires, words) }),
    ...(texts.unasked && { unasked: texts.unasked }),
    footer: fill(SENT_BY, words),
  };
}

/** The subject that holds where no template gives one. */
export function defaultSubject({ kind, values }: Mail): string {
  const { subject, linkSubject } = MAIL_TEXTS[kind];
  return values.link && linkSubject ? linkSubject : subject;
}

const fill = (text: string, { brand, time }: { brand: string; time: string }): string =>
  text.split("{brand}").join(brand).split("{time}").join(time);

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** `15 minutes`, `1 hour`, `1 hour 30 minutes`: the two largest units, rounded down. */
export function timeText(lifetime: Duration): string {
  const parts: string[] = [];
  let left: number = lifetime;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count === 0) continue;
    parts.push(`${count} ${TIME_WORDS[unit]}${count === 1 ? "" : "s"}`);
    if (parts.length === 2) break;
  }
  return parts.join(" ");
}
