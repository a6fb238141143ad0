/** The login page in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { LOGIN as EN } from "../en/login.ts";

export const LOGIN: Translated<typeof EN> = {
  username: "Nom d’utilisateur ou adresse e-mail",
  password: "Mot de passe",
  showPassword: "Afficher le mot de passe",
  hidePassword: "Masquer le mot de passe",
  provider: "Se connecter à",
  rememberMe: "Rester connecté",
  signIn: "Se connecter",
  signInTo: "Se connecter à {name}",
  signInAgain: "Pour continuer, confirmez qu’il s’agit bien de vous : connectez-vous de nouveau.",
  signInWithFactor:
    "Pour continuer, connectez-vous en deux étapes : avec une clé d’accès, ou avec un code en plus.",
  signInWithPasskey: "Pour continuer, connectez-vous avec une clé d’accès.",
  preferFactor:
    "Si possible, connectez-vous en deux étapes : avec une clé d’accès, ou avec un code en plus.",
  preferPasskey: "Si possible, connectez-vous avec une clé d’accès.",
  signedOut: "Vous êtes déconnecté.",
  tooManyAttempts: "Trop de tentatives. Réessayez dans {count}.",
  tooManyAttemptsSoon: "Trop de tentatives. Attendez un instant et réessayez.",
  signingIn: "Connexion en cours…",
  forgotPassword: "Mot de passe oublié ?",
  noAccount: "Pas encore de compte ?",
  createAccount: "Créer un compte",
  or: "ou",
  usePasskey: "Se connecter avec une clé d’accès",
  usePasskeyOf: "Se connecter à {name} avec une clé d’accès",
  waitingForPasskey: "En attente de votre clé d’accès…",
  continueWith: "Continuer avec {name}",
  back: "Retour à la connexion",
  oneMoment: "Un instant…",

  codeTitle: "Saisissez votre code",
  codeText: "Saisissez le code à 6 chiffres de votre application d’authentification.",
  totp: "Code d’authentification",
  recoveryText:
    "Saisissez l’un des codes de récupération que vous avez conservés en configurant votre application d’authentification.",
  recoveryCode: "Code de récupération",
  useRecoveryCode: "Utiliser un code de récupération",
  useAuthenticator: "Utiliser l’application d’authentification",
  recoveryUsedTitle: "Vous avez utilisé un code de récupération",
  recoveryUsed:
    "Codes de récupération restants : {count}. Si vous avez perdu votre téléphone, configurez-en un autre sur la page de votre compte.",
  codeNotValid: "Ce code n’est pas valide. Vérifiez-le et réessayez.",
  codeAndPassword:
    "Saisissez votre mot de passe et le code de votre application d’authentification, ou un code de récupération.",
  continue: "Continuer",

  setupTitle: "Configurer une seconde étape",
  setupDue: "La connexion à ce compte demande une seconde étape. Configurez-en une pour continuer.",
  setupLater:
    "À partir du {name}, la connexion à ce compte demandera une seconde étape. Configurez-la maintenant ou plus tard.",
  setupScan:
    "Scannez ce code avec une application d’authentification et saisissez les 6 chiffres qu’elle affiche.",
  setupQr: "Code QR pour l’application d’authentification",
  setupKey: "Ou saisissez cette clé dans l’application :",
  setupPasskey: "Utiliser plutôt une clé d’accès",
  setupNeedsScript:
    "Ici, la seconde étape est une clé d’accès, qui nécessite JavaScript. Activez-le et reconnectez-vous.",
  setupGone: "Cette page n’est plus valable. Reconnectez-vous.",
  setupNotHere:
    "La connexion à ce compte demande une seconde étape, et aucune ne peut être configurée ici. Adressez-vous à votre administrateur.",
  setupCodesTitle: "Conservez vos codes de récupération",
  copyCodes: "Copier les codes",
  codesCopied: "Copié",
  setupCodesText:
    "Si vous perdez votre téléphone, chacun d’eux vous connecte une fois. Ils ne seront plus affichés.",
  later: "Plus tard",
  passkeyRequired: "Pour ce compte, vous devez vous connecter avec votre clé d’accès.",
  passkeyOrCode:
    "Pour ce compte, vous devez vous connecter avec votre clé d’accès. Si ce n’est pas possible, saisissez l’un de vos codes de récupération.",

  waitingTitle: "Continuez dans l’autre fenêtre",
  waitingText:
    "Terminez la connexion avec {name} dans la fenêtre qui s’est ouverte. Cette page continuera ensuite d’elle-même.",
  windowLooksClosed: "La fenêtre semble fermée. Si c’est le cas, annulez et réessayez.",
  windowBlocked:
    "Votre navigateur a bloqué la fenêtre de connexion. Autorisez-la pour ce site et réessayez, ou",
  continueHere: "continuez dans cette fenêtre",
  cancel: "Annuler",
  cancelled: "La connexion a été annulée.",

  mailMeCode: "Recevoir un code par e-mail",
  mailTitle: "Connexion par e-mail",
  mailText: "Nous vous envoyons un code et un lien pour vous connecter.",
  mailSentTitle: "Consultez votre messagerie",
  mailSentText:
    "S’il existe un compte avec cette adresse, vous allez recevoir un e-mail. Saisissez ici le code qu’il contient, ou ouvrez son lien.",
  mailLinkTitle: "Connexion",
  mailLinkText: "Vous allez vous connecter en tant que",
  mailLinkAsk:
    "Vous avez ouvert le lien d’un e-mail. Saisissez l’adresse à laquelle il a été envoyé.",
  mailLinkGoneTitle: "Ce lien n’est pas valide",
  mailLinkGone: "Il a déjà été utilisé, un e-mail plus récent l’a remplacé, ou il est trop ancien.",
  mailAgain: "Envoyer un autre e-mail",

  signupTitle: "Créez votre compte",
  name: "Nom",
  optional: "facultatif",
  email: "Adresse e-mail",
  newPassword: "Nouveau mot de passe",
  passwordHint: "Au moins {count} caractères.",
  ruleWords: "Pas seulement votre nom, votre adresse ou le nom de ce service.",
  ruleCommon: "Pas un mot de passe courant, essayé parmi les premiers.",
  ruleBreached: "Pas un mot de passe volé à un autre service.",
  ruleMost: "Moins de caractères : celui-ci est trop long.",
  rulesMissing: "Reste à respecter :",
  rulesKept: "Tout ce que cette page peut vérifier est respecté.",
  haveCode: "J’ai déjà un code",
  signupSent:
    "Si cette adresse peut être utilisée, vous allez recevoir un e-mail contenant un code.",
  accountExists:
    "Il existe déjà un compte avec cette adresse e-mail. Connectez-vous, ou réinitialisez son mot de passe.",
  mailCodeNotValid: "Ce code n’est pas valide. Vérifiez-le, ou demandez-en un nouveau.",
  mailCodeGone: "Le code reçu par e-mail a expiré ou a déjà servi. Demandez-en un nouveau.",
  signedUp: "Votre compte est prêt. Connectez-vous pour continuer.",
  verifyTitle: "Confirmez votre adresse e-mail",
  verifyText: "Saisissez le code que nous vous avons envoyé par e-mail.",
  mailCode: "Code reçu par e-mail",
  confirm: "Confirmer",
  verified: "Votre adresse e-mail est confirmée. Connectez-vous pour continuer.",
  verifyHere: "Vous confirmez ainsi votre adresse et vous vous connectez :",
  verifyElsewhere:
    "Vous vous êtes inscrit dans un autre navigateur. Saisissez le mot de passe que vous y avez choisi pour confirmer votre adresse :",
  verifyNotYou: "Si vous ne vous êtes pas inscrit, fermez cette page : il ne se passera rien.",
  verifyPasswordWrong: "Ce n’est pas le mot de passe choisi lors de l’inscription.",
  verifyDone: "Je l’ai confirmée dans un autre navigateur",
  notConfirmedYet:
    "L’adresse n’est pas encore confirmée. Ouvrez le lien de l’e-mail, ou saisissez ici son code.",
  verifiedElsewhere:
    "Votre adresse e-mail est confirmée. Revenez à la fenêtre dans laquelle vous vous êtes inscrit, ou connectez-vous ici.",
  resetTitle: "Réinitialisez votre mot de passe",
  resetText:
    "Saisissez l’adresse e-mail de votre compte. Si nous la connaissons, nous vous envoyons un code.",
  sendCode: "Envoyer le code",
  resetSent: "S’il existe un compte avec cette adresse e-mail, vous allez recevoir un code.",
  resetConfirmTitle: "Choisissez un nouveau mot de passe",
  savePassword: "Enregistrer le mot de passe",
  passwordSaved: "Votre nouveau mot de passe est enregistré. Connectez-vous pour continuer.",

  firstPasswordTitle: "Choisissez votre propre mot de passe",
  firstPasswordText:
    "Le mot de passe que vous avez reçu ne sert qu’à cette connexion. Choisissez-en un autre maintenant.",
  firstPasswordElsewhere:
    "Ce mot de passe est provisoire. Connectez-vous sur la page de connexion du service pour en choisir un autre.",

  invitationTitle: "Vous êtes invité",
  invitationText:
    "Choisissez un mot de passe et votre compte est prêt. Vous vous connecterez avec cette adresse :",
  acceptInvitation: "Accepter et se connecter",
  acceptWithPasskey: "Accepter plutôt avec une clé d’accès",
  invitationAccepted: "Votre compte est prêt. Connectez-vous pour continuer.",
  invitationNeedlessTitle: "Vous avez déjà un compte",
  invitationNeedlessText:
    "Vous n’avez pas besoin de cette invitation : connectez-vous avec votre compte.",
  invitationGoneTitle: "Cette invitation n’est plus valable",
  invitationGone:
    "Elle a été acceptée ou retirée, elle a expiré, ou un e-mail plus récent la remplace. Demandez-en une nouvelle à qui vous a invité.",

  enrollTitle: "Connectez-vous plus vite la prochaine fois",
  enrollText:
    "Créez une clé d’accès et connectez-vous avec votre empreinte digitale, votre visage ou le verrouillage de l’écran. Elle ne peut être ni devinée ni dérobée par hameçonnage, et elle reste chez vous.",
  passkeyName: "Nom de cet appareil",
  createPasskey: "Créer une clé d’accès",
  creatingPasskey: "Création de votre clé d’accès…",
  notNow: "Pas maintenant",
  signedIn: "Vous êtes connecté. Vous pouvez fermer cette fenêtre.",

  nothingTitle: "Aucun moyen de connexion n’est configuré",
  nothingText:
    "Si vous êtes responsable de ce service : ajoutez un fournisseur à sa session, ou vérifiez que les fournisseurs existants ne sont pas masqués.",
  noPasskeys:
    "Ce navigateur ne prend pas en charge les clés d’accès, et il n’y a pas d’autre moyen de se connecter ici.",
  passkeysNeedScript:
    "La connexion avec une clé d’accès nécessite JavaScript. Activez-le et rechargez cette page.",
  somethingWrong: "Une erreur s’est produite. Réessayez.",
  badCredentials: "Nom d’utilisateur ou mot de passe incorrect.",
  badCredentialsOrCode: "Nom d’utilisateur, mot de passe ou code incorrect.",
  wayNotAvailable: "Ce moyen de connexion n’est pas disponible.",
  notAvailableNow: "La connexion n’est pas disponible pour le moment. Veuillez réessayer.",
  entryRefused: "Cette saisie n’est pas acceptée. Vérifiez l’adresse et le mot de passe.",
  passwordOwnWords:
    "Choisissez un mot de passe qui ne se réduise pas à votre nom ou à votre adresse.",
  passwordCommon:
    "Ce mot de passe fait partie de ceux qui sont essayés en premier. Choisissez-en un autre.",
  passwordBreached: "Ce mot de passe a été volé à un autre service. Choisissez-en un autre.",
  fieldsMissing: "Veuillez remplir tous les champs et réessayer.",
  openTooLong: "Cette page est restée ouverte trop longtemps. Veuillez réessayer.",
  unreachable: "Le service est injoignable. Vérifiez votre connexion et réessayez.",
  passkeyCancelled: "L’utilisation de la clé d’accès a été annulée ou a pris trop de temps.",
  passkeyKnown: "Cet appareil a déjà une clé d’accès pour ce compte.",
  passkeyUnusable:
    "Les clés d’accès ne peuvent pas être utilisées dans ce navigateur ou à cette adresse.",
  tookTooLong: "La connexion a pris trop de temps. Veuillez réessayer.",

  theme: "Apparence",
  themeSystem: "Système",
  themeLight: "Clair",
  themeDark: "Sombre",
};
