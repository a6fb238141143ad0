/** The document around the console, in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { CONSOLE as EN } from "../en/console.ts";

export const CONSOLE: Translated<typeof EN> = {
  title: "Postern-Konsole",
  loading: "Die Konsole wird geladen.",
  plain: "Mein Konto ohne die Konsole zeigen",
  needsScript: "Die Konsole braucht JavaScript. Alles, was sie tut, geht auch über die API.",
};
