/** The page about client certificates, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { mtls as EN } from "../en/mtls.ts";

export const mtls: Translated<typeof EN> = {
  off: "Désactivé : les certificats sont ignorés.",
  native:
    "Les certificats proviennent du TLS de ce service, qui nécessite server.tls.client_ca_files. Derrière un proxy qui assure la terminaison TLS, indiquez l’en-tête dans lequel il transmet le certificat.",
  proxy:
    "Les certificats proviennent d’un proxy, dans l’en-tête {header}, et uniquement de ces adresses : {peers}.",
  unguarded:
    "Rien n’est encore accepté : indiquez les adresses depuis lesquelles le proxy se connecte, et l’en-tête par lequel il indique avoir vérifié le certificat.",
  bind: "À qui appartient un certificat",
  bindAbout:
    "Un compte de service désigne son certificat par son empreinte ou son sujet. Un client utilise tls_client_auth ou self_signed_tls_client_auth comme méthode, et ses jetons peuvent être liés au certificat.",
  accounts: "Comptes de service",
  clients: "Clients",
  try: "Obtenir un jeton avec un certificat",
  tryAbout:
    "L’identifiant du client est un nom d’utilisateur du compte de service. Aucun secret n’est envoyé.",
  command: "La commande",
  copy: "Copier la commande",
};
