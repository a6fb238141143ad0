/** The page for configuration as code, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { configuration as EN } from "../en/configuration.ts";

export const configuration: Translated<typeof EN> = {
  exportTitle: "Exporter",
  exportAbout:
    "Paramètres, clients, fournisseurs, annuaires, permissions, rôles, correspondances de groupes et comptes de service en un seul document. Il ne contient ni secrets ni personnes ; un commentaire indique où un secret est enregistré.",
  download: "Télécharger le document",
  applyTitle: "Appliquer un document",
  applyAbout:
    "Un élément du document remplace celui qui est enregistré, sauf les secrets qu’il omet. Les autres éléments restent. Vous voyez ce qui changerait avant toute modification.",
  document: "Document",
  documentHint: "YAML ou JSON.",
  file: "Choisir un fichier",
  prune: "Supprimer ce qui n’est pas dans le document",
  pruneHint: "Seulement les éléments des types qu’il contient ; jamais des personnes.",
  plan: "Montrer ce qui changerait",
  planned: "Ce qui changerait",
  count: "Éléments qui changeraient : {count}",
  nothing: "Tout est déjà conforme au document.",
  apply: "Tout appliquer",
  consequence:
    "Tout cela prend effet maintenant, sur chaque instance. Si autre chose a été modifié entre-temps, rien n’est fait.",
  done: "Le document a été appliqué",
  actions: { create: "Nouveau", change: "Modifié", remove: "Supprimé" },
  kinds: {
    settings: "Paramètres",
    session_providers: "Fournisseurs de session",
    oauth_clients: "Client",
    oauth_providers: "Fournisseur",
    saml_providers: "Fournisseur SAML",
    ldap_configs: "Annuaire",
    webhooks: "Webhook",
    permissions: "Permission",
    roles: "Rôle",
    group_maps: "Correspondance de groupe",
    service_accounts: "Compte de service",
    users: "Utilisateur",
  },
};
