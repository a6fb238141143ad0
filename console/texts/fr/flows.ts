/** The page that says what each way to sign in does, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { flows as EN } from "../en/flows.ts";

export const flows: Translated<typeof EN> = {
  on: "Activé",
  off: "Désactivé",
  way: "Méthode",
  does: "Ce qui se passe actuellement",
  settings: "Paramètres",
  uses: "Utilise :",
  ways: {
    local: "Mot de passe d’un utilisateur local",
    ldap: "Mot de passe d’un utilisateur de l’annuaire",
    unknown: "Mot de passe avec un nom d’utilisateur inconnu",
    passkey: "Clé d’accès",
    email: "Code ou lien par e-mail",
    signup: "Inscription en libre-service",
    reset: "Mot de passe oublié",
    totp: "Second facteur",
    providers: "Fournisseurs externes",
    saml: "SAML",
    device: "Appareil avec un code",
    clientCredentials: "Compte de service",
    mtls: "Certificat client",
    exchange: "Échange de jetons",
    apiKey: "Clé d’API",
    registration: "Clients qui s’enregistrent eux-mêmes",
  },
  says: {
    off: "Cette méthode est désactivée.",
    noRecord: "Il n’y a aucun enregistrement activé.",
    noMail: "Aucun relais de messagerie n’est défini : rien ne peut être envoyé.",
    passwordOff: "La connexion par mot de passe est désactivée pour tout le monde.",
    localHash: "Le mot de passe est comparé au hachage enregistré ; les échecs sont comptés.",
    localOff: "Les utilisateurs locaux ne peuvent pas se connecter avec un mot de passe.",
    noDirectory: "Aucun annuaire n’est actif.",
    ldapBind:
      "Le service s’authentifie auprès de l’annuaire (bind) avec le mot de passe. Les groupes deviennent des rôles à chaque connexion.",
    ldapOff: "Les utilisateurs de l’annuaire ne peuvent pas se connecter avec un mot de passe.",
    unknownRegister:
      "L’annuaire est interrogé. S’il accepte le mot de passe, l’utilisateur est créé ici.",
    unknownRefused: "La connexion est refusée dans les mêmes termes qu’un mauvais mot de passe.",
    passkey: "Le navigateur ou le téléphone prouve qu’il détient une clé enregistrée pour ce site.",
    emailCode: "Un code à usage unique est envoyé à l’adresse de l’utilisateur.",
    emailLink: "L’e-mail contient aussi un lien de connexion.",
    emailNoLink: "L’e-mail ne contient pas de lien.",
    signupOpen: "Tout le monde peut créer un compte et l’utiliser aussitôt.",
    signupVerified:
      "Tout le monde peut créer un compte. L’adresse e-mail doit d’abord être confirmée.",
    resetMail:
      "Un lien par e-mail permet à un utilisateur local de choisir un nouveau mot de passe.",
    totp: "Un code de leur application est demandé aux utilisateurs qui l’ont configurée.",
    providers:
      "Les personnes s’y connectent. L’enregistrement décide si elles deviennent des utilisateurs ici : associées, inscrites, ou ni l’un ni l’autre.",
    saml: "Les personnes s’y connectent ; l’assertion signée est vérifiée et associée à un utilisateur.",
    device: "L’appareil affiche un code, et la personne l’approuve dans un navigateur.",
    clientCredentials: "Un programme obtient des jetons avec son nom d’utilisateur et son secret.",
    mtls: "Un certificat prouve l’identité d’un client ou d’un compte de service à la place d’un secret.",
    exchange: "Un service échange le jeton d’une personne contre un jeton plus restreint.",
    apiKey: "Un programme envoie une clé qui n’a pas plus de droits que son propriétaire.",
    registration: "Des programmes créent leur propre client, dans les limites qui y sont fixées.",
  },
};
