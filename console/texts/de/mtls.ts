/** Texts of the page about client certificates; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { mtls as EN } from "../en/mtls.ts";

export const mtls: Translated<typeof EN> = {
  off: "Aus: Zertifikate zählen nichts.",
  native:
    "Zertifikate kommen aus dem TLS dieses Dienstes, der dafür server.tls.client_ca_files braucht. Steht er hinter einem Proxy, der TLS beendet, tragen Sie den Header ein, in dem dieser das Zertifikat sendet.",
  proxy:
    "Zertifikate kommen von einem Proxy, im Header {header}, und nur von diesen Gegenstellen: {peers}.",
  unguarded:
    "Noch wird nichts angenommen: Tragen Sie ein, von welchen Adressen der Proxy sich verbindet und in welchem Header er sagt, dass er das Zertifikat geprüft hat.",
  bind: "Wo ein Zertifikat gebunden wird",
  bindAbout:
    "Ein Dienstkonto nennt sein Zertifikat mit Fingerabdruck oder Subjekt. Ein Client hat tls_client_auth oder self_signed_tls_client_auth als Methode, und seine Token können an das Zertifikat gebunden werden.",
  accounts: "Dienstkonten",
  clients: "Clients",
  try: "Ein Token mit einem Zertifikat holen",
  tryAbout:
    "Die Client-ID ist ein Benutzername des Dienstkontos. Ein Geheimnis wird nicht gesendet.",
  command: "Der Befehl",
  copy: "Befehl kopieren",
};
