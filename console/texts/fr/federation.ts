/** Upstream and SAML providers, in French. */

import type { Translated } from "../../../src/std/texts/languages.ts";
import { SAML_CHECKS } from "../../../src/web/texts/fr/saml-checks.ts";
import type { federation as EN } from "../en/federation.ts";

export const federation: Translated<typeof EN> = {
  choosePreset: "Où les utilisateurs ont-ils déjà un compte ?",
  presets: {
    google: ["Google", "L’identifiant et le secret du client suffisent."],
    entra: ["Microsoft Entra", "Avec l’identifiant de l’annuaire (locataire)."],
    github: ["GitHub", "L’identifiant et le secret du client suffisent."],
    gitlab: ["GitLab", "L’identifiant et le secret du client suffisent."],
    apple: ["Apple", "Avec l’équipe, l’identifiant de la clé et la clé."],
    keycloak: ["Keycloak", "Avec l’adresse du royaume (realm)."],
    other: [
      "Un autre fournisseur",
      "OpenID Connect avec son émetteur, ou des adresses saisies à la main.",
    ],
  },
  providerIdHint: "Fait partie de l’adresse de rappel. Il ne peut plus être modifié ensuite.",
  providerSections: {
    client: ["Client", "Ce que le fournisseur vous a donné pour ce service."],
    people: [
      "Personnes",
      "À quel utilisateur une personne correspond ici, et quels rôles elle obtient.",
    ],
    addresses: [
      "Adresses",
      "Celles qui sont vides sont lues dans le document de découverte de l’émetteur.",
    ],
    demands: [
      "Exigences",
      "Ce qui est demandé au fournisseur lors d’une connexion, et ce que ses niveaux signifient ici.",
    ],
    peculiarities: ["Particularités", "Portées, et manière dont le client s’authentifie."],
  },
  atProvider: "À saisir chez le fournisseur",
  test: "Test",
  testAbout:
    "Lit les documents et les clés du fournisseur, et demande s’il connaît notre client. Teste ce qui est enregistré ; rien n’est modifié.",
  runTest: "Tester ce fournisseur",
  providerChecks: {
    record: "Enregistrement et documents",
    keys: "Clés",
    client: "Client et secret",
  },
  claimValue: "Valeur de la revendication",
  taken: "Cette valeur figure déjà dans la liste.",
  samlIdHint: "Fait partie des adresses ci-dessous. Il ne peut plus être modifié ensuite.",
  samlAbout: "La plupart des fournisseurs lisent tout cela dans les métadonnées.",
  samlMetadata: "Métadonnées et identifiant d’entité",
  samlAcs: "Réception des assertions (ACS)",
  samlLogin: "Lien de connexion",
  samlSections: {
    metadata: [
      "Métadonnées du fournisseur",
      "Leur adresse, ou le document lui-même, qui la remplace.",
    ],
    people: [
      "Personnes",
      "À quel utilisateur une personne correspond ici, et quels rôles elle obtient.",
    ],
    request: ["Requêtes", "Seulement si le fournisseur le demande."],
  },
  samlTestAbout:
    "Rapporte chaque contrôle d’une réponse réelle. Aucun utilisateur n’est créé et personne n’est connecté.",
  samlBegin: "Commencer une connexion de test",
  samlGo:
    "Connectez-vous auprès du fournisseur dans les dix minutes ; la page qui suit est le rapport.",
  samlOpen: "Ouvrir le fournisseur dans une nouvelle fenêtre",
  samlResponse: "Réponse du fournisseur",
  samlResponseAbout: "La valeur de SAMLResponse, en base64.",
  samlCheck: "Vérifier cette réponse",
  samlChecks: SAML_CHECKS,
  samlAlias: "Serait l’utilisateur",
  samlRoles: "Obtiendrait les rôles",
  certificate: "Notre certificat",
  certificateAbout:
    "Signe les requêtes aux fournisseurs qui les veulent signées. Il figure dans nos métadonnées.",
  certificateNow: "En service",
  certificateLater: "Créé à sa première utilisation",
  certificateNext: "Le suivant est publié",
  nextAbout:
    "Les métadonnées contiennent les deux certificats. Activez le suivant lorsque chaque fournisseur a relu les métadonnées.",
  copyCertificate: "Copier le certificat",
  copyNext: "Copier le certificat suivant",
  prepare: "Préparer le certificat suivant",
  prepareConsequence:
    "Publie un second certificat dans les métadonnées. Les requêtes sont signées avec l’actuel jusqu’à l’activation du suivant.",
  prepareAgain:
    "Remplace le certificat suivant. Les fournisseurs qui l’ont déjà lu devront relire les métadonnées.",
  activate: "Activer le certificat suivant",
  activateConsequence:
    "Signe désormais avec le certificat suivant et oublie l’actuel. Les fournisseurs qui ne l’ont pas lu refusent les requêtes signées.",
  certificateDone: {
    prepare: "Le certificat suivant est publié",
    activate: "Le certificat suivant est en service",
  },
  encryption: {
    title: "Clé de chiffrement",
    about:
      "Le fournisseur chiffre avec le certificat des métadonnées de cet enregistrement. La clé correspondante n’est jamais affichée.",
    now: "En service",
    next: "La suivante est publiée",
    toDo: "Les deux clés déchiffrent maintenant. Avant d’activer la suivante, chez le fournisseur :",
    read: "Faites-lui relire nos métadonnées, ou saisissez à la main le second certificat de chiffrement :",
    choose: "Veillez à ce qu’il ne chiffre plus que pour le second certificat.",
    try: "Connectez-vous une fois. Cela fonctionne avec l’une ou l’autre clé : aucune des deux parties n’attend l’autre.",
    prepare: "Préparer la clé suivante",
    prepareConsequence:
      "Publie une seconde clé dans les métadonnées de cet enregistrement. Ce qui est chiffré pour la clé actuelle est déchiffré comme avant.",
    prepareAgain:
      "Remplace la clé suivante. Un fournisseur qui chiffre déjà pour elle doit relire les métadonnées ; d’ici là, ses connexions sont refusées.",
    activate: "Activer la clé suivante",
    activateConsequence:
      "Ne déchiffre désormais qu’avec la clé suivante et oublie l’actuelle. Les connexions chez un fournisseur qui chiffre encore pour celle-ci sont refusées.",
    done: {
      prepare: "La clé suivante est publiée",
      activate: "La clé suivante est en service",
    },
  },
  metadataFile: "Choisir le fichier de métadonnées",
};
