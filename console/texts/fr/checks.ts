/** Reports, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { checks as EN } from "../en/checks.ts";

export const checks: Translated<typeof EN> = {
  passed: "Tout fonctionne",
  notPassed: "Le test a échoué",
  fine: "en ordre",
  wrong: "à corriger",
};
