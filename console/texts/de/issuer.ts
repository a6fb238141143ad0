/** Texts of the page on how this service issues; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { issuer as EN } from "../en/issuer.ts";

export const issuer: Translated<typeof EN> = {
  effective: "Jetzt wirksam",
  effectiveAbout: "Was Anwendungen und Anbieter sehen, nach der Konfiguration dieser Instanz.",
  issuer: "Aussteller",
  callback: "Callback-Adresse",
  discovery: "Discovery-Dokument",
  tokenEndpoint: "Token-Endpunkt",
  parts: {
    oauth2: [
      "Adressen und Weiterleitungen",
      "Basis-URL, weitere Origins und welche Anbieter gelten.",
    ],
    token: ["Laufzeiten der Token", "Access-, ID- und Refresh-Token und der Claim der Rollen."],
    authorize: ["Anmeldeseite und Zustimmung", "Wohin anonyme Browser gehen und für wie lange."],
    registration: ["Dynamische Registrierung", "Clients, die sich selbst registrieren."],
    password: ["Passwörter", "Wer sich damit anmelden darf."],
    passkey: ["Passkeys", "Websites, Überprüfung und das Angebot, einen einzurichten."],
  },
  key: "Signaturschlüssel",
  keyAbout: "Signiert jedes Token. Anwendungen prüfen mit dem veröffentlichten Teil.",
  published: "Veröffentlicht",
  states: { next: "nächster", current: "signiert", previous: "prüft" },
  madeAt: "erzeugt {time}",
  signsFrom: "beginnt {time} zu signieren",
  endsAt: "das letzte Token endet {time}",
  dependents: "Clients: {clients}",
  tokens: {
    access: "Das letzte Access-Token endet {time}",
    id: "Das letzte ID-Token endet {time}",
    refresh: "Das letzte Refresh-Token endet {time}",
  },
  outside: "Außerhalb",
  outsideAbout: "Der private Schlüssel liegt beim Signierdienst des Betreibers.",
  noTokens: "Von ihm hängt kein Token mehr ab.",
  renew: "Schlüssel erneuern",
  renewConsequence:
    "Neue Schlüssel werden jetzt veröffentlicht und signieren nach fünfzehn Minuten. Die jetzigen prüfen, bis ihr letztes Token endet: Keine Anmeldung endet.",
  renewed: "Die nächsten Schlüssel sind veröffentlicht",
  stored: "Gespeichert",
  notStored: "Keiner: Er entsteht beim ersten Gebrauch",
  differ:
    "Der gespeicherte Schlüssel ist nicht der veröffentlichte. Vielleicht hat diese Instanz noch nicht davon gehört.",
  rotate: "Schlüssel wechseln",
  rotateConsequence:
    "Jedes mit dem jetzigen Schlüssel signierte Token wird sofort ungültig: Personen und Programme melden sich neu an.",
  rotated: "Der neue Schlüssel ist {kid}",
  jwks: "JSON Web Key Set",
  ownKey: "Eigenen Schlüssel verwenden",
  expired: "Abgelaufene Einträge",
  expiredAbout: "Abgelaufene Codes, offene Anmeldungen und Widerrufe werden stündlich entfernt.",
  purge: "Jetzt entfernen",
  purged: "{count} entfernt",
};
