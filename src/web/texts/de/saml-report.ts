/** The report about a SAML provider in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SAML_REPORT as EN } from "../en/saml-report.ts";

export const SAML_REPORT: Translated<typeof EN> = {
  passed: "Die Anmeldung bei {provider} funktioniert",
  failed: "Die Anmeldung bei {provider} funktioniert noch nicht",
  text: "Dies war ein Test. Es wurde niemand angemeldet und nichts gespeichert.",
  checks: "Prüfungen",
  person: "Was der Anmeldedienst über die Person sagt",
  ok: "in Ordnung",
  alias: "Benutzer hier",
  nameId: "NameID",
  nameIdFormat: "Format der NameID",
  roles: "Rollen hier",
  none: "keine",

  metadata: "Metadaten des Anmeldedienstes",
  message: "Die Nachricht",
  document: "Das Dokument",
  response: "Die Antwort",
  status: "Status",
  response_signature: "Signatur der Antwort darum",
  encryption: "Verschlüsselung",
  structure: "Aufbau",
  algorithms: "Algorithmen der Signatur",
  signature: "Signatur",
  version: "Version",
  issuer: "Aussteller",
  destination: "Ziel",
  in_response_to: "Antwortet auf unsere Anfrage",
  subject_confirmation: "Bestätigung der Person",
  conditions: "Bedingungen und Zeiten",
  audience: "Empfängerkreis",
  authentication: "Anmeldung",
  attributes: "Attribute",
  alias_check: "Name des Benutzers",
  id: "ID der Person",
};
