/** Texts of reports. */
import { catalogue } from "./catalogue.ts";

export const CHECKS = catalogue({
  en: { passed: "Everything works", notPassed: "Not yet", fine: "fine", wrong: "not right" },
  de: {
    passed: "Alles funktioniert",
    notPassed: "Noch nicht",
    fine: "in Ordnung",
    wrong: "fehlerhaft",
  },
});
