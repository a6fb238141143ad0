/** Texts of reports; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { checks as EN } from "../en/checks.ts";

export const checks: Translated<typeof EN> = {
  passed: "Alles funktioniert",
  notPassed: "Noch nicht",
  fine: "in Ordnung",
  wrong: "fehlerhaft",
};
