/** The consent page in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { CONSENT as EN } from "../en/consent.ts";

export const CONSENT: Translated<typeof EN> = {
  documentTitle: "Autoriser {client} ?",
  title: "{client} demande l’accès à votre compte",
  hostProves:
    "Cette adresse indique à qui appartient l’application. Le nom est celui qu’elle se donne.",
  loopbackOnly:
    "N’importe quel programme de cet appareil peut se faire passer pour cette application.",
  registeredItself: "Cette application s’est enregistrée elle-même. Son nom n’a pas été vérifié.",
  signedInAs: "Connecté en tant que {user}",
  useAnotherAccount: "Ce n’est pas vous ? Utiliser un autre compte",
  signOut: "Ce n’est pas vous ? Se déconnecter",
  scopes: "L’application pourra",
  noScopes: "Elle ne demande aucune autorisation particulière.",
  untold: "Elle ne recevra ni votre nom, ni votre nom d’utilisateur, ni votre adresse e-mail.",
  toldAll: "Elle recevra aussi votre nom, votre nom d’utilisateur et votre adresse e-mail.",
  toldNames: "Elle recevra aussi votre nom et votre nom d’utilisateur.",
  toldEmail: "Elle recevra aussi votre adresse e-mail.",
  resources: "Elle utilisera votre compte auprès de",
  onThisDevice: "Cette application s’exécute sur cet appareil",
  onThisDeviceText:
    "et répond à l’adresse {host}. N’autorisez l’accès que si vous venez de la lancer vous-même.",
  ownScheme:
    "La réponse est transmise à l’application qui ouvre les liens {scheme} sur cet appareil. N’autorisez l’accès que si vous venez de la lancer vous-même.",
  destination: "Vous serez redirigé vers {host}.",
  backTo: "Retour vers {host}",
  backToText: "L’application reçoit la réponse. Si elle ne s’ouvre pas d’elle-même, continuez.",
  toProvider: "Vers {host}",
  toProviderText:
    "C’est là que vous vous connectez. Si la page ne s’ouvre pas d’elle-même, continuez.",
  goOn: "Continuer",
  rememberMe: "Rester connecté",
  rememberMeText: "Rester connecté plus longtemps à cette application.",
  deny: "Refuser",
  allow: "Autoriser",
  advice:
    "N’autorisez que les applications que vous connaissez et auxquelles vous faites confiance.",

  notAllowedTitle: "Pas d’accès à {client}",
  notAllowed: "Votre compte ne peut pas utiliser {client}",
  notAllowedText:
    "Cette application est réservée à certaines personnes. Demandez l’accès à votre administrateur.",
  backToApplication: "Retour à l’application",

  scope_openid: "Vous reconnaître lors de votre prochaine connexion",
  scope_profile: "Voir votre nom, votre nom d’utilisateur et le reste de votre profil",
  scope_email: "Voir votre adresse e-mail",
  scope_address: "Voir votre adresse postale",
  scope_phone: "Voir votre numéro de téléphone",
  scope_roles: "Voir les noms de vos rôles",
  scope_offline_access: "Conserver l’accès lorsque vous ne l’utilisez pas",
  alsoBefore: "Elle conserve ce que vous lui avez déjà autorisé.",
};
