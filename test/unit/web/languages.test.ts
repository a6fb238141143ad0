/** Texts in several languages (OpenID Connect Core §3.1.2.1 `ui_locales`; RFC 9110 §12.5.4). */
import { describe, expect, test } from "vitest";
import { contentOf, defaultSubject, timeText } from "../../../src/mail/content.ts";
import type { MailKind } from "../../../src/mail/mail.ts";
import { texts as mailDe } from "../../../src/mail/texts/de.ts";
import { texts as mailEn } from "../../../src/mail/texts/en.ts";
import { durationOf } from "../../../src/std/duration.ts";
import type { Language } from "../../../src/std/texts/languages.ts";
import * as catalogues from "../../../src/web/texts/catalogues.ts";
import { chooseLanguage } from "../../../src/web/texts/language.ts";

type Texts = Readonly<Record<string, string>>;

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

/** The same in both languages. */
const SAME = new Set(
  "Name,Code,Passkeys,System,Status,Version,NameID,Format der NameID,Attribute,API-Schlüssel,Signatur,TOTP,Attributes".split(
    ",",
  ),
);

function compare(english: Texts, german: Texts, name: string): void {
  expect(Object.keys(german).sort(), name).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    const other = german[key] ?? "";
    expect(other.trim(), `${name}.${key}`).not.toBe("");
    expect(places(other), `${name}.${key}`).toEqual(places(text));
    if (!SAME.has(other)) expect(other, `${name}.${key}`).not.toBe(text);
    expect(other, "one word for one thing").not.toMatch(
      /\b(Login|einloggen|ausloggen|User|Kennwort|Email|Mailadresse|du|dein\w*|dir|dich)\b/,
    );
  }
}

const at = (language: Language) => ({ language: () => language });

test.each(Object.entries(catalogues))(
  "%s: every text is there in German, with the same places",
  (name, textsAt) => {
    compare({ ...textsAt({}) }, { ...textsAt(at("de")) }, name);
    expect(textsAt(at("en"))).toEqual(textsAt({}));
  },
);

test("every mail is there in German, with the same places", () => {
  compare({ ...mailEn.frame }, { ...mailDe.frame }, "frame");
  for (const kind of Object.keys(mailEn.kinds) as MailKind[]) {
    compare({ ...mailEn.kinds[kind] }, { ...mailDe.kinds[kind] }, kind);
  }
});

describe("the language of a request", () => {
  test.each([
    ["", "de", "de"],
    ["", "de-AT,de;q=0.9,en;q=0.8", "de"],
    ["", "en-US,en;q=0.9,de;q=0.8", "en"],
    ["", "fr,de;q=0.5", "de"],
    ["", "en;q=0.4, de;q=0.5", "de"],
    ["", "de;q=0", "en"],
    ["", "de;q=nonsense", "en"],
    ["", "*", "en"],
    ["", "fr", "en"],
    ["", "", "en"],
    ["de", "en", "de"],
    ["fr-CA de-CH en", "en", "de"],
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
  const values = { code: "123456", lifetime: durationOf(900_000) };
  const mail = { kind: "login", to: "ada@example.com", values, language: "de" } as const;
  expect(defaultSubject(mail)).toBe("Ihr Code zur Anmeldung");
  expect(contentOf(mail, "").expires).toBe("Der Code gilt einmal, innerhalb von 15 Minuten.");
});
