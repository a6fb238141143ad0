/** The page on how this service issues, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { issuer as EN } from "../en/issuer.ts";

export const issuer: Translated<typeof EN> = {
  effective: "En vigueur actuellement",
  effectiveAbout:
    "Ce que voient les applications et les fournisseurs, compte tenu de la configuration de cette instance.",
  issuer: "Émetteur",
  callback: "Adresse de rappel",
  discovery: "Document de découverte",
  tokenEndpoint: "Point de terminaison des jetons",
  parts: {
    oauth2: [
      "Adresses et redirections",
      "URL de base, autres origines, et où peuvent se trouver les fournisseurs.",
    ],
    token: [
      "Durées de vie des jetons",
      "Jetons d’accès, d’identité et d’actualisation, et la revendication des rôles.",
    ],
    authorize: [
      "Page de connexion et consentement",
      "Où les navigateurs sont envoyés pour se connecter, et combien de temps les demandes attendent.",
    ],
    registration: ["Enregistrement dynamique", "Clients qui s’enregistrent eux-mêmes."],
    password: ["Mots de passe", "Qui peut se connecter avec un mot de passe."],
    passkey: ["Clés d’accès", "Sites, vérification et proposition d’en créer une."],
  },
  key: "Clé de signature",
  keyAbout: "Signe tous les jetons. Les applications vérifient les jetons avec sa partie publique.",
  published: "Publiée",
  stored: "Enregistrée",
  notStored: "Aucune : elle est créée à sa première utilisation",
  differ:
    "La clé enregistrée n’est pas celle qui est publiée. Cette instance n’en a peut-être pas encore connaissance.",
  rotate: "Remplacer la clé",
  rotateConsequence:
    "Tous les jetons signés avec la clé actuelle deviennent aussitôt invalides : personnes et programmes doivent se reconnecter.",
  rotated: "La nouvelle clé est {kid}",
  jwks: "JSON Web Key Set",
  ownKey: "Utiliser votre propre clé",
  expired: "Enregistrements expirés",
  expiredAbout:
    "Les codes, connexions en attente et révocations expirés sont supprimés toutes les heures.",
  purge: "Les supprimer maintenant",
  purged: "{count} supprimés",
  states: { next: "suivante", current: "signe", previous: "vérifie" },
  madeAt: "créée {time}",
  signsFrom: "commence à signer {time}",
  endsAt: "son dernier jeton expire {time}",
  dependents: "clients : {clients}",
  tokens: {
    access: "Le dernier jeton d’accès expire {time}",
    id: "Le dernier jeton d’identité expire {time}",
    refresh: "Le dernier jeton d’actualisation expire {time}",
  },
  outside: "Externe",
  outsideAbout: "La clé privée est conservée par un service de signature externe.",
  noTokens: "Plus aucun jeton n’en dépend.",
  renew: "Renouveler les clés",
  renewConsequence:
    "De nouvelles clés sont publiées maintenant et signent au bout de quinze minutes. Les clés actuelles vérifient jusqu’à la fin de leur dernier jeton : aucune connexion ne prend fin.",
  renewed: "Les clés suivantes sont publiées",
};
