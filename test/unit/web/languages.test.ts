/** Texts in several languages (OpenID Connect Core §3.1.2.1 `ui_locales`; RFC 9110 §12.5.4). */
import { describe, expect, test } from "vitest";
import { CATALOGUES, contentOf, defaultSubject, timeText } from "../../../src/mail/content.ts";
import type { MailKind } from "../../../src/mail/mail.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { LANGUAGES, type Language } from "../../../src/std/texts/languages.ts";
import * as catalogues from "../../../src/web/texts/catalogues.ts";
import { chooseLanguage } from "../../../src/web/texts/language.ts";

type Texts = Readonly<Record<string, string>>;

const at = (language: Language) => ({ language: () => language });

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

/** The same as in English, by language, and words that another one stands for. */
const WORDS = {
  de: {
    same: "Name,Code,Passkeys,System,Status,Version,NameID,Format der NameID,Attribute,API-Schlüssel,Signatur,TOTP,Attributes",
    never: /\b(Login|einloggen|ausloggen|User|Kennwort|Email|Mailadresse|du|dein\w*|dir|dich)\b/,
  },
  fr: {
    same: "Console,NameID,Permissions,Administration,Code,Structure,Signature,Version,Destination,Audience",
    // One apostrophe, and no break before punctuation that stands apart or before a unit.
    never:
      /'|\S [:;?!](?:\s|$)|« | »|[\d}] (?:s|ms|[KMG]io|%)(?!\p{L})|(?<!\p{L})(?:login|logger|email|mail|passkeys?|token|tu|ton|ta|tes|toi)(?!\p{L})/iu,
  },
} as const;

const OTHERS = Object.keys(WORDS) as (keyof typeof WORDS)[];

test("every language has its words here", () => {
  expect(["en", ...OTHERS]).toEqual(Object.keys(LANGUAGES));
});

describe.each(OTHERS)("texts in %s", (language) => {
  const { same, never } = WORDS[language];
  const unchanged = new Set(same.split(","));

  function compare(english: Texts, others: Texts, name: string): void {
    expect(Object.keys(others).sort(), name).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      const other = others[key] ?? "";
      expect(other.trim(), `${name}.${key}`).not.toBe("");
      expect(places(other), `${name}.${key}`).toEqual(places(text));
      if (!unchanged.has(other)) expect(other, `${name}.${key}`).not.toBe(text);
      // As a reader of French writes it: "e-mail" is one word.
      const words = other.replaceAll(/e-mails?/gi, "");
      expect(words, `one word for one thing: ${name}.${key}`).not.toMatch(never);
    }
  }

  test.each(Object.entries(catalogues))(
    "%s: every text is there, with the same places",
    (name, textsAt) => {
      compare({ ...textsAt({}) }, { ...textsAt(at(language)) }, name);
      expect(textsAt(at("en"))).toEqual(textsAt({}));
    },
  );

  test("every mail is there, with the same places", () => {
    const [english, others] = [CATALOGUES.en, CATALOGUES[language]];
    compare({ ...english.frame }, { ...others.frame }, "frame");
    for (const kind of Object.keys(english.kinds) as MailKind[]) {
      compare({ ...english.kinds[kind] }, { ...others.kinds[kind] }, kind);
    }
  });
});

describe("the language of a request", () => {
  test.each([
    ["", "de", "de"],
    ["", "de-AT,de;q=0.9,en;q=0.8", "de"],
    ["", "en-US,en;q=0.9,de;q=0.8", "en"],
    ["", "it,de;q=0.5", "de"],
    ["", "fr,de;q=0.5", "fr"],
    ["", "fr-CH,fr;q=0.9,en;q=0.8", "fr"],
    ["", "en;q=0.4, de;q=0.5", "de"],
    ["", "de;q=0", "en"],
    ["", "de;q=nonsense", "en"],
    ["", "*", "en"],
    ["", "it", "en"],
    ["", "", "en"],
    ["de", "en", "de"],
    ["it de-CH en", "en", "de"],
    ["fr-CA de-CH en", "en", "fr"],
    ["en", "de", "en"],
    ["se", "de", "de"],
    ["__proto__ constructor", "toString", "en"],
    [`${"x ".repeat(10_000)}de`, `${"x,".repeat(10_000)}de`, "en"],
  ])("ui_locales %j with Accept-Language %j: %s", (locales, header, language) => {
    expect(chooseLanguage(locales, header)).toBe(language);
  });
});

test("a mail says its times in its own language", () => {
  const hours = durationOf(5_400_000);
  expect(timeText(hours)).toBe("1 hour 30 minutes");
  expect(timeText(hours, "de")).toBe("1 Stunde 30 Minuten");
  expect(timeText(durationOf(2 * 86_400_000), "de")).toBe("2 Tagen");
  expect(timeText(hours, "fr").replace(/\s/g, " ")).toBe("1 heure 30 minutes");
  const values = { code: "123456", lifetime: durationOf(900_000) };
  const mail = { kind: "login", to: "ada@example.com", values, language: "de" } as const;
  expect(defaultSubject(mail)).toBe("Ihr Anmeldecode");
  expect(contentOf(mail, "").expires).toBe(
    "Der Code gilt nur einmal und nur innerhalb von 15 Minuten.",
  );
});
