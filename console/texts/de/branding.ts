/** Texts of the page for name, logo and colour; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { branding as EN } from "../en/branding.ts";

export const branding: Translated<typeof EN> = {
  logo: "Logo",
  logoHint:
    "Eine SVG- oder PNG-Datei mit höchstens {most} KiB. Von einer SVG-Datei werden nur Formen und Farben gezeigt.",
  choose: "Datei auswählen",
  remove: "Logo entfernen",
  tooLarge: "Die Datei ist größer als {most} KiB.",
  preview: "Vorschau",
  light: "Hell",
  dark: "Dunkel",
  signIn: "Anmelden",
  help: "Hilfe",
  mails:
    "E-Mails zeigen Name, Farbe und Hilfe-Link, kein Logo. Die Konsole selbst zeigt alles davon, sobald ihre Seite neu geladen wird.",
  pick: "Farbe auswählen",
};
