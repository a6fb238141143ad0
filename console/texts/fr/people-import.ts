/** Texts of the page for the import of people; in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { peopleImport as EN } from "../en/people-import.ts";

export const peopleImport: Translated<typeof EN> = {
  file: "Le fichier",
  fileAbout:
    "Des comptes venus d’un autre service ou d’une liste, avec les hachages de leurs mots de passe : chacun garde son mot de passe. Vous voyez ce qui se passerait avant que rien ne soit fait.",
  choose: "Fichier de personnes",
  chooseAbout: "CSV, NDJSON ou export d’un royaume Keycloak ; 32 Mio au plus.",
  chooseNow: "Choisir un fichier",
  tooLarge: "Ce fichier dépasse 32 Mio. Importez-le avec la commande postern import users.",
  emptyFile: "Ce fichier est vide.",
  unreadable: "Le navigateur ne peut pas lire ce fichier.",
  format: "Format",
  formats: {
    csv: "CSV",
    ndjson: "NDJSON",
    keycloak: "Keycloak (JSON)",
  },
  source: "Source",
  sourceAbout:
    "Le service d’où viennent les personnes. Le prochain import de la même source les retrouve par leur identifiant dans cette source.",
  sourceForm: "1 à 64 lettres, chiffres ou _.:-",
  update: "Mettre à jour ce qui diffère",
  updateAbout: "Pour les personnes d’un import précédent. Rien n’est retiré.",
  notLocal: "Ces personnes se connectent ailleurs",
  notLocalAbout:
    "Pour les entrées qui n’en disent rien : elles ne reçoivent pas de mot de passe ici.",
  withoutTotp: "Laisser de côté les applications d’authentification",
  withoutTotpAbout: "Chacun en configure une nouvelle ici.",
  administrators: "Autoriser les administrateurs",
  administratorsAbout:
    "Le fichier peut donner des rôles qui rendent administrateur, et modifier des administrateurs. Seulement pour un fichier de confiance.",
  invite: "Inviter les personnes qui ne peuvent pas encore se connecter",
  inviteAbout:
    "Une personne sans mot de passe, sans clé d’accès et sans connexion ailleurs reçoit un e-mail et choisit un mot de passe ou une clé d’accès. Une personne déjà invitée ne l’est pas de nouveau.",
  invitation: "E-mail",
  invitations: {
    invited: "Invitation",
    invited_before: "Déjà invitée",
    has_way_in: "Peut déjà se connecter",
    signs_in_elsewhere: "Se connecte ailleurs",
    no_address: "Sans adresse e-mail",
    disabled: "Désactivée",
    administrator: "Les administrateurs ne sont invités que s’ils sont autorisés",
  },
  mails: "E-mails envoyés : {count}.",
  noMails: "Aucun e-mail n’est envoyé.",
  queued: "Les e-mails partent peu à peu. « Invitations » montre ceux qui sont partis.",
  look: "Voir ce qui se passerait",
  soFar: "{count} entrées jusqu’ici",
  would: "Ce qui se passerait",
  happened: "Ce qui s’est passé",
  outcomes: {
    created: "Nouveau",
    updated: "Modifié",
    unchanged: "Identique",
    skipped: "Laissé de côté",
    refused: "Refusé",
  },
  all: "Tout ({count})",
  of: "{outcome} ({count})",
  show: "Afficher",
  line: "Ligne",
  entry: "Entrée",
  person: "Personne",
  outcome: "Résultat",
  reason: "Motif",
  atLine: "Ligne {line} : {reason}",
  more: "Afficher plus",
  download: "Télécharger le rapport",
  cutOff: "Le fichier ne peut pas être lu jusqu’au bout",
  cutOffBefore: "Corrigez le fichier et choisissez-le de nouveau.",
  cutOffAfter: "Ce qui figure ici a été enregistré. Corrigez le fichier et importez-le de nouveau.",
  nothing: "Rien ne serait enregistré.",
  run: "Importer",
  consequence:
    "{created} comptes sont créés et {updated} modifiés. {refused} entrées sont refusées et laissées de côté. {mails}",
  done: "L’import est terminé",
  doneAbout:
    "Une personne sans mot de passe en choisit un par « Mot de passe oublié ? » sur la page de connexion, si la réinitialisation est activée.",
};
