/** The document around the console, in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { CONSOLE as EN } from "../en/console.ts";

export const CONSOLE: Translated<typeof EN> = {
  title: "Console Postern",
  loading: "La console se charge.",
  plain: "Afficher mon compte sans la console",
  needsScript:
    "La console nécessite JavaScript. Tout ce qu’elle fait peut aussi se faire avec l’API.",
};
