/** Texts of the page about client certificates. */
import { catalogue } from "./catalogue.ts";

export const MTLS = catalogue({
  en: {
    off: "Off: certificates count for nothing.",
    native:
      "Certificates come from the TLS of this service, which needs server.tls.client_ca_files. Behind a proxy that ends TLS, name the header in which it sends the certificate.",
    proxy:
      "Certificates come from a proxy, in the header {header}, and from these peers alone: {peers}.",
    unguarded:
      "Nothing is accepted yet: name the peers that the proxy connects from, and the header with which it says that it checked the certificate.",
    bind: "Where a certificate is bound",
    bindAbout:
      "A service account names its certificate by fingerprint or subject. A client takes tls_client_auth or self_signed_tls_client_auth as its method, and its tokens can be bound to the certificate.",
    accounts: "Service accounts",
    clients: "Clients",
    try: "Get a token with a certificate",
    tryAbout: "The client ID is a username of the service account. No secret is sent.",
    command: "The command",
    copy: "Copy the command",
  },
  de: {
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
  },
});
