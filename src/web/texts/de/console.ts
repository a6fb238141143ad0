/** The document around the console, in German. */
import type { CONSOLE } from "../console.ts";
import type { Translated } from "../language.ts";

export const CONSOLE_DE: Translated<typeof CONSOLE> = {
  title: "Postern-Konsole",
  loading: "Die Konsole wird geladen.",
  plain: "Mein Konto ohne die Konsole zeigen",
  needsScript: "Die Konsole braucht JavaScript. Alles, was sie tut, geht auch über die API.",
};
