/** The checks of a SAML response, in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SAML_CHECKS as EN } from "../en/saml-checks.ts";

export const SAML_CHECKS: Translated<typeof EN> = {
  metadata: "Metadaten des Anbieters",
  message: "Die Nachricht",
  document: "Das Dokument",
  response: "Die Antwort",
  status: "Status",
  response_signature: "Signatur der Antwort darum",
  encryption: "Verschlüsselung",
  structure: "Aufbau",
  algorithms: "Algorithmen der Signatur",
  signature: "Signatur",
  encrypted_values: "Verschlüsselter Name und Attribute",
  version: "Version",
  issuer: "Aussteller",
  destination: "Ziel",
  in_response_to: "Antwortet auf unsere Anfrage",
  subject_confirmation: "Bestätigung der Person",
  conditions: "Bedingungen und Zeiten",
  audience: "Empfängerkreis",
  authentication: "Anmeldung",
  attributes: "Attribute",
  alias: "Name des Benutzers",
  id: "ID der Person",
};
