/** Every text of our mails in French. */
import type { MailCatalogue } from "./form.ts";

/** Of every mail about a credential: where the person looks, and what to do when it was another. */
const notYou = {
  action: "Voir votre compte",
  unasked:
    "Si ce n’était pas vous et que vous n’aviez pas donné votre accord, connectez-vous, supprimez ce que vous ne reconnaissez pas, changez votre mot de passe et prévenez les responsables du service.",
};

const kinds: MailCatalogue["kinds"] = {
  login: {
    subject: "Votre code de connexion",
    linkSubject: "Votre lien de connexion",
    title: "Connexion à {brand}",
    text: "Une connexion a été demandée pour cette adresse. Si c’était bien vous, continuez ici.",
    action: "Se connecter",
    orCode: "Ou saisissez ce code sur la page où vous l’avez demandé :",
    code: "Saisissez ce code sur la page où vous l’avez demandé :",
    unasked:
      "Si vous n’avez pas demandé à vous connecter, ignorez cet e-mail : sans le code, rien ne se passe. Ne le communiquez à personne.",
  },
  verify: {
    subject: "Confirmez votre adresse e-mail",
    title: "Confirmez votre adresse e-mail",
    text: "Cette adresse a été saisie pour créer un compte sur {brand}. Confirmez-la pour terminer.",
    action: "Confirmer l’adresse",
    orCode: "Ou saisissez ce code sur la page où vous avez créé le compte :",
    code: "Saisissez ce code sur la page où vous avez créé le compte :",
    unasked:
      "Si vous n’avez pas créé de compte, ignorez cet e-mail : sans le code, aucun compte n’est créé.",
  },
  account_exists: {
    subject: "Vous avez déjà un compte",
    title: "Vous avez déjà un compte",
    text: "Cette adresse a été saisie pour créer un compte sur {brand}, mais elle en a déjà un. Connectez-vous avec ce compte, ou réinitialisez son mot de passe si vous l’avez oublié.",
    action: "Se connecter",
    unasked: "Si vous ne vouliez pas créer de compte, ignorez cet e-mail : rien n’a été modifié.",
  },
  reset: {
    subject: "Réinitialisez votre mot de passe",
    title: "Choisissez un nouveau mot de passe",
    text: "Un nouveau mot de passe a été demandé pour votre compte sur {brand}. Si c’était bien vous, continuez ici.",
    action: "Choisir un nouveau mot de passe",
    orCode: "Ou saisissez ce code sur la page où vous l’avez demandé :",
    code: "Saisissez ce code sur la page où vous l’avez demandé :",
    unasked:
      "Si vous ne l’avez pas demandé, ignorez cet e-mail : votre mot de passe reste inchangé. Ne communiquez ce code à personne.",
  },
  reset_sent: {
    subject: "Choisissez un nouveau mot de passe",
    title: "Choisissez un nouveau mot de passe",
    text: "Un administrateur vous a envoyé cet e-mail pour que vous puissiez choisir un nouveau mot de passe sur {brand}.",
    action: "Choisir un nouveau mot de passe",
    orCode: "Ou saisissez ce code sur la page où vous réinitialisez votre mot de passe :",
    code: "Saisissez ce code sur la page où vous réinitialisez votre mot de passe :",
    unasked:
      "Si vous n’en avez pas besoin, ignorez cet e-mail : votre mot de passe reste inchangé. Ne communiquez ce code à personne.",
  },
  password_changed: {
    subject: "Votre mot de passe a été modifié",
    title: "Votre mot de passe a été modifié",
    text: "Le mot de passe de votre compte sur {brand} a été modifié, et vous avez été déconnecté partout.",
    unasked:
      "Si ce n’était pas vous, réinitialisez votre mot de passe sans attendre et prévenez les responsables du service.",
  },
  invitation: {
    subject: "Votre invitation",
    title: "Invitation à rejoindre {brand}",
    text: "Un administrateur vous invite à rejoindre {brand}. Ouvrez le lien pour choisir votre moyen de connexion.",
    action: "Accepter l’invitation",
    unasked: "Si cela ne vous dit rien, ignorez cet e-mail : aucun compte n’est créé sans vous.",
  },
  address_change: {
    subject: "Confirmez votre nouvelle adresse",
    title: "Confirmez votre nouvelle adresse",
    text: "Cette adresse a été saisie pour un compte sur {brand}. Saisissez le code pour la confirmer.",
    code: "Saisissez ce code sur la page de votre compte :",
    unasked:
      "Si ce n’était pas vous, ignorez cet e-mail : sans le code, rien ne change. Ne le communiquez à personne.",
  },
  address_changed: {
    subject: "Votre adresse a été modifiée",
    title: "Votre adresse a été modifiée",
    text: "Votre compte sur {brand} a désormais une autre adresse. Vous ne pouvez plus vous connecter avec celle-ci.",
    unasked: "Si ce n’était pas vous, prévenez sans attendre les responsables du service.",
  },
  passkey_added: {
    subject: "Une clé d’accès a été ajoutée",
    title: "Une clé d’accès a été ajoutée",
    text: "Votre compte sur {brand} a une nouvelle clé d’accès : {name}.",
    ...notYou,
  },
  passkey_removed: {
    subject: "Une clé d’accès a été supprimée",
    title: "Une clé d’accès a été supprimée",
    text: "La clé d’accès {name} de votre compte sur {brand} a été supprimée.",
    ...notYou,
  },
  app_added: {
    subject: "Une application d’authentification a été configurée",
    title: "Une application d’authentification a été configurée",
    text: "Les connexions à votre compte sur {brand} demandent désormais un code de l’application d’authentification qui vient d’être configurée. Des codes de récupération l’accompagnent. Si vous ne les avez pas vus, créez-en d’autres sur la page de votre compte.",
    ...notYou,
  },
  app_removed: {
    subject: "L’application d’authentification a été supprimée",
    title: "L’application d’authentification a été supprimée",
    text: "Les connexions à votre compte sur {brand} ne demandent plus de code de l’application d’authentification.",
    ...notYou,
  },
  recovery_codes_made: {
    subject: "Nouveaux codes de récupération",
    title: "Nouveaux codes de récupération",
    text: "De nouveaux codes de récupération ont été créés pour votre compte sur {brand}. Les précédents ne fonctionnent plus. Si vous ne les avez pas vus, créez-en d’autres sur la page de votre compte.",
    ...notYou,
  },
  recovery_codes_removed: {
    subject: "Les codes de récupération ont été supprimés",
    title: "Les codes de récupération ont été supprimés",
    text: "Les codes de récupération de votre compte sur {brand} ne fonctionnent plus.",
    ...notYou,
  },
  recovery_code_used: {
    subject: "Un code de récupération a été utilisé",
    title: "Un code de récupération a été utilisé",
    text: "Un code de récupération de votre compte sur {brand} a été utilisé. Codes restants : {name}.",
    ...notYou,
  },
  api_key_added: {
    subject: "Une clé d’API a été ajoutée",
    title: "Une clé d’API a été ajoutée",
    text: "Votre compte sur {brand} a une nouvelle clé d’API : {name}. Un programme qui la possède agit en votre nom.",
    ...notYou,
  },
  api_key_changed: {
    subject: "Une clé d’API a été modifiée",
    title: "Une clé d’API a été modifiée",
    text: "Les droits de la clé d’API {name} de votre compte sur {brand} ont été modifiés.",
    ...notYou,
  },
  api_key_removed: {
    subject: "Une clé d’API a été supprimée",
    title: "Une clé d’API a été supprimée",
    text: "La clé d’API {name} de votre compte sur {brand} ne fonctionne plus.",
    ...notYou,
  },
  sign_in_linked: {
    subject: "Un autre moyen de connexion a été ajouté",
    title: "Un autre moyen de connexion a été ajouté",
    text: "Vous pouvez désormais vous connecter à votre compte sur {brand} avec {name}.",
    ...notYou,
  },
  sign_in_unlinked: {
    subject: "Un moyen de connexion a été supprimé",
    title: "Un moyen de connexion a été supprimé",
    text: "Vous ne pouvez plus vous connecter à votre compte sur {brand} avec {name}.",
    ...notYou,
  },
  address_added: {
    subject: "Une adresse a été ajoutée",
    title: "Une adresse a été ajoutée",
    text: "Votre compte sur {brand} a une autre adresse : {name}. Elle permet de se connecter et de réinitialiser le mot de passe.",
    ...notYou,
  },
  test: {
    subject: "E-mail de test",
    title: "L’envoi d’e-mails fonctionne",
    text: "Un administrateur a envoyé cet e-mail depuis {brand} pour vérifier les paramètres. Vous n’avez rien à faire.",
  },
};

const frame: MailCatalogue["frame"] = {
  expires: "Le code et le lien ne peuvent être utilisés qu’une fois, dans un délai de {time}.",
  codeExpires: "Le code ne peut être utilisé qu’une fois, dans un délai de {time}.",
  linkExpires: "Le lien ne peut être utilisé qu’une fois, dans un délai de {time}.",
  linkHint: "Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :",
  linkLine: "Ouvrez cette adresse dans votre navigateur :",
  sentBy: "Envoyé par {brand} à la suite d’une demande pour cette adresse.",
  support: "Aide",
  supportLine: "Aide : {link}",
  thisService: "ce service",
  unnamed: "Cet e-mail a été envoyé automatiquement.",
};

const facts: MailCatalogue["facts"] = {
  when: "Date :",
  by: "Par :",
  administrator: "un administrateur",
  program: "un programme avec une clé d’API",
  browser: "Navigateur :",
  browserOn: "{browser} sur {system}",
  network: "Réseau :",
};

export const texts: MailCatalogue = { kinds, frame, facts };
