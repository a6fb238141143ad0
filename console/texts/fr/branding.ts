/** The page for name, logo and colour, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { branding as EN } from "../en/branding.ts";

export const branding: Translated<typeof EN> = {
  logo: "Logo",
  logoHint:
    "Un fichier SVG ou PNG de {most} Kio au plus. D’un fichier SVG, seules les formes et les couleurs sont affichées.",
  choose: "Choisir un fichier",
  remove: "Supprimer le logo",
  tooLarge: "Le fichier dépasse {most} Kio.",
  preview: "Aperçu",
  light: "Clair",
  dark: "Sombre",
  signIn: "Se connecter",
  help: "Aide",
  mails:
    "Les e-mails affichent le nom, la couleur et le lien d’assistance, mais pas le logo. La console elle-même affiche les modifications au prochain chargement de sa page.",
  pick: "Choisir la couleur",
};
