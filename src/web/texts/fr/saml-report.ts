/** The report about a SAML provider in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SAML_REPORT as EN } from "../en/saml-report.ts";

export const SAML_REPORT: Translated<typeof EN> = {
  passed: "La connexion avec {provider} fonctionne",
  failed: "La connexion avec {provider} ne fonctionne pas encore",
  text: "C’était un test. Aucun utilisateur n’a été connecté et rien n’a été enregistré.",
  checks: "Contrôles",
  person: "Ce que le fournisseur dit de la personne",
  ok: "en ordre",
  alias: "Utilisateur de ce service",
  nameId: "NameID",
  nameIdFormat: "Format du NameID",
  roles: "Rôles dans ce service",
  none: "aucun",
};
