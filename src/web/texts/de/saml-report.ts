/** The report about a SAML provider in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SAML_REPORT as EN } from "../en/saml-report.ts";

export const SAML_REPORT: Translated<typeof EN> = {
  passed: "Die Anmeldung bei {provider} funktioniert",
  failed: "Die Anmeldung bei {provider} funktioniert noch nicht",
  text: "Dies war ein Test. Es wurde keine Person angemeldet und nichts gespeichert.",
  checks: "Prüfungen",
  person: "Was der Anbieter über die Person sagt",
  ok: "in Ordnung",
  alias: "Benutzer hier",
  nameId: "NameID",
  nameIdFormat: "Format der NameID",
  roles: "Rollen hier",
  none: "keine",
};
