/** Texts of reports; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { checks as EN } from "../en/checks.ts";

export const checks: Translated<typeof EN> = {
  passed: "Alles funktioniert",
  notPassed: "Der Test ist fehlgeschlagen",
  fine: "in Ordnung",
  wrong: "fehlerhaft",
};
