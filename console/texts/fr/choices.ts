/** Names of what a setting can be, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { choices as EN } from "../en/choices.ts";

export const choices: Translated<typeof EN> = {
  "TokenSettings.refresh_rotation": {
    remembered: "Seulement les connexions mémorisées",
    dynamic: "Aussi les clients qui s’enregistrent eux-mêmes",
    always: "Toutes",
  },
  "CacheSettings.code_store.active": {
    database: "Dans la base de données",
    memory: "Dans la mémoire d’une instance",
    redis: "Dans Redis",
  },
  "PasskeySettings.user_verification": {
    preferred: "Si l’appareil le permet",
    required: "Toujours",
    discouraged: "Non demandée",
  },
  "PasswordSettings.by_administrators": {
    refuse: "Les refuser",
    warn: "Seulement un avertissement dans le journal",
  },
  "OAuthClientConfig.introspection": {
    audience: "Les jetons qui lui sont destinés",
    any: "Tous les jetons",
  },
  "OAuthClientConfig.subject_type": {
    public: "Le même pour toutes les applications",
    pairwise: "Un autre pour chaque hôte",
  },
  "LdapConfig.leavers": {
    disable: "Les refuser partout",
    keep: "Ne mettre fin qu’à leur connexion par l’annuaire",
  },
};
