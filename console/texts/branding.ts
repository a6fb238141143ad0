/** Texts of the page for name, logo and colour. */
import { catalogue } from "./catalogue.ts";

export const BRANDING = catalogue({
  en: {
    logo: "Logo",
    logoHint:
      "An SVG or PNG file of at most 64 KiB. Of an SVG file only shapes and colours are shown.",
    choose: "Choose a file",
    remove: "Remove the logo",
    tooLarge: "The file is larger than 64 KiB.",
    preview: "Preview",
    light: "Light",
    dark: "Dark",
    signIn: "Sign in",
    help: "Help",
    mails:
      "Mails show the name, the colour and the support link, and no logo. The console itself shows all of it when its page is loaded again.",
  },
  de: {
    logo: "Logo",
    logoHint:
      "Eine SVG- oder PNG-Datei mit höchstens 64 KiB. Von einer SVG-Datei werden nur Formen und Farben gezeigt.",
    choose: "Datei auswählen",
    remove: "Logo entfernen",
    tooLarge: "Die Datei ist größer als 64 KiB.",
    preview: "Vorschau",
    light: "Hell",
    dark: "Dunkel",
    signIn: "Anmelden",
    help: "Hilfe",
    mails:
      "E-Mails zeigen Name, Farbe und Hilfe-Link, kein Logo. Die Konsole selbst zeigt alles davon, sobald ihre Seite neu geladen wird.",
  },
});
