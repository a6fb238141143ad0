/** The checks of a SAML response, in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SAML_CHECKS as EN } from "../en/saml-checks.ts";

export const SAML_CHECKS: Translated<typeof EN> = {
  metadata: "Métadonnées du fournisseur",
  message: "Le message",
  document: "Le document",
  response: "La réponse",
  status: "Statut",
  response_signature: "Signature de la réponse qui l’entoure",
  encryption: "Chiffrement",
  structure: "Structure",
  algorithms: "Algorithmes de la signature",
  signature: "Signature",
  encrypted_values: "Nom et attributs chiffrés",
  version: "Version",
  issuer: "Émetteur",
  destination: "Destination",
  in_response_to: "Répond à notre demande",
  subject_confirmation: "Confirmation du sujet",
  conditions: "Conditions et dates de validité",
  audience: "Audience",
  authentication: "Authentification",
  attributes: "Attributs",
  alias: "Nom de l’utilisateur",
  id: "Identifiant de la personne",
};
