/** Names of what a setting can be, in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { choices as EN } from "../en/choices.ts";

export const choices: Translated<typeof EN> = {
  "TokenSettings.refresh_rotation": {
    remembered: "Nur gemerkte Anmeldungen",
    dynamic: "Auch Clients, die sich selbst registrieren",
    always: "Alle",
  },
  "CacheSettings.code_store.active": {
    database: "In der Datenbank",
    memory: "Im Arbeitsspeicher einer Instanz",
    redis: "In Redis",
  },
  "PasskeySettings.user_verification": {
    preferred: "Wo das Gerät es kann",
    required: "Immer",
    discouraged: "Nicht verlangt",
  },
  "PasswordSettings.by_administrators": {
    refuse: "Ablehnen",
    warn: "Nur eine Warnung protokollieren",
  },
  "OAuthClientConfig.introspection": {
    audience: "Token für sich selbst",
    any: "Jedes Token",
  },
  "OAuthClientConfig.subject_type": {
    public: "Für alle Anwendungen gleich",
    pairwise: "Für jeden Host ein anderes",
  },
  "LdapConfig.leavers": {
    disable: "Überall abweisen",
    keep: "Nur die Anmeldung über das Verzeichnis beenden",
  },
};
