/** The doctor speaks German in the console, too (issue text: a second language, complete). */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { doctorText } from "../../../console/pages/overview/doctor-text.ts";
import { DOCTOR_DE } from "../../../console/texts/doctor-de.ts";

const FOLDER = new URL("../../../src/doctor/", import.meta.url);
const LITERAL = /"([A-Z][^"\n]*)"|`([^`\n]*)`/g;
/** How a sentence begins, or the end of a list. */
const SENTENCE = /^(?:[A-Z]|\{\} |and )/;
/** Commands, parts of a sentence that stand in details, and lines that are made of names alone. */
const NO_SENTENCE = /^(?:GET |POST |SAML provider|authority of|[{}: ]+(?: on \{\})?$)/;

/** Texts of the modules of the doctor, with `{}` for what is put into them. */
const sentences = new Set(
  readdirSync(FOLDER).flatMap((file) =>
    [...readFileSync(new URL(file, FOLDER), "utf8").matchAll(LITERAL)]
      .map(([, plain, template = ""]) => plain ?? template.replace(/\$\{[^}]*\}/g, "{}"))
      .filter((text) => SENTENCE.test(text) && !NO_SENTENCE.test(text)),
  ),
);

test("every sentence of the doctor has its German, and none is stale", () => {
  expect(sentences.size).toBeGreaterThan(50);
  expect([...sentences].filter((sentence) => !Object.hasOwn(DOCTOR_DE, sentence))).toEqual([]);
  expect(Object.keys(DOCTOR_DE).filter((sentence) => !sentences.has(sentence))).toEqual([]);
});

describe("a sentence in the language of the console", () => {
  test("English stays as it came", () => {
    expect(doctorText("Mail", "en")).toBe("Mail");
  });

  test("what was put into it is in the German one", () => {
    expect(doctorText('The last sync with "a (b) {}" was at 2026-02-03.', "de")).toBe(
      "Der letzte Abgleich mit „a (b) {}“ war am 2026-02-03.",
    );
  });

  test("a sentence inside of another is translated as well", () => {
    const first = "No base URL is set: issuer and links follow the host that each request names.";
    const both = `${first} A proxy is in front whose forwarded headers do not count, so they are wrong.`;
    expect(doctorText(both, "de")).toBe(
      "Es ist keine Basis-URL festgelegt: Aussteller und Links richten sich nach dem Host, den jede Anfrage nennt. Davor steht ein Proxy, dessen weitergeleitete Header nicht zählen, deshalb sind sie falsch.",
    );
  });

  test("an unknown one stays English", () => {
    expect(doctorText("constructor", "de")).toBe("constructor");
    expect(doctorText("Something newer.", "de")).toBe("Something newer.");
  });
});
