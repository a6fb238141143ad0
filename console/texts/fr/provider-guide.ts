/** Step by step at the provider, in French. Words in quotation marks are those of its pages. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { providerGuide as EN } from "../en/provider-guide.ts";

export const providerGuide: Translated<typeof EN> = {
  title: "Chez le fournisseur",
  about: "Pas à pas, avec les valeurs à y saisir. La plupart doivent être exactes.",
  open: "Ouvrir sa page",
  plain:
    "Ce service a une adresse http. La plupart des fournisseurs n’acceptent que https : définissez d’abord l’URL de base, car les valeurs ci-dessous en sont tirées.",
  toBase: "Définir l’URL de base",
  steps: {
    google: [
      "Choisissez un projet ou créez-en un. Sous « Google Auth Platform », remplissez une fois « Branding » et « Audience ».",
      "Sous « Clients », choisissez « Create client » et le type « Web application ».",
      "« Authorized JavaScript origins » peut rester vide. Si votre organisation en demande une, c’est",
      "Saisissez sous « Authorized redirect URIs »",
      "Sous « Data Access », ces portées suffisent :",
      "Créez-le, puis copiez l’identifiant et le secret du client dans le formulaire ci-dessous. Google n’affiche le secret qu’une fois.",
    ],
    entra: [
      "Sous « App registrations », choisissez « New registration », avec « Accounts in this organizational directory only ».",
      "Pour « Redirect URI », choisissez « Web » et saisissez",
      "Enregistrez. Depuis « Overview », copiez « Application (client) ID » comme identifiant du client et « Directory (tenant) ID » comme locataire.",
      "Sous « Certificates & secrets », créez un « New client secret » et copiez sa « Value », pas son identifiant.",
      "Sous « API permissions », « Microsoft Graph », « Delegated permissions », celles-ci suffisent :",
      "Pour des rôles par groupe : sous « Token configuration », « Add groups claim », pour le jeton d’identité. La revendication s’appelle",
    ],
    github: [
      "Sous « OAuth Apps », choisissez « New OAuth app ». Pour une organisation, commencez par ses « Settings », « Developer settings ».",
      "Saisissez comme « Homepage URL »",
      "Saisissez comme « Authorization callback URL »",
      "Laissez « Enable Device Flow » désactivé, puis enregistrez.",
      "Copiez « Client ID », choisissez « Generate a new client secret » et copiez-le. GitHub ne l’affiche qu’une fois.",
      "Les portées ne s’y saisissent pas. On demande aux personnes",
    ],
    gitlab: [
      "Choisissez « Add new application ». Pour un groupe ou toute une instance, commencez par ses « Settings », « Applications ».",
      "Saisissez comme « Redirect URI »",
      "Laissez « Confidential » activé.",
      "Choisissez ces portées :",
      "Enregistrez. Copiez « Application ID » comme identifiant du client, et « Secret ».",
      "Pour une instance à vous, saisissez son adresse comme émetteur, sous « Particularités » du formulaire ci-dessous.",
    ],
    apple: [
      "Sous « Identifiers », il vous faut un App ID avec « Sign in with Apple ». Créez-en un s’il n’y en a pas.",
      "Créez un « Services ID ». Son identifiant est celui du client dans le formulaire ci-dessous.",
      "Activez-y « Sign in with Apple », choisissez « Configure » et votre App ID. Saisissez sous « Domains and Subdomains »",
      "Saisissez sous « Return URLs »",
      "Sous « Keys », créez une clé avec « Sign in with Apple » pour cet App ID. Notez son identifiant et téléchargez le fichier ; Apple ne le donne qu’une fois.",
      "L’identifiant d’équipe est sous « Membership details ». Le texte du fichier est le secret du client.",
    ],
    keycloak: [
      "Dans le royaume (realm), sous « Clients », choisissez « Create client », type « OpenID Connect », avec un identifiant du client tel que",
      "Activez « Client authentication » et « Standard flow », et désactivez tout le reste.",
      "Saisissez comme « Home URL »",
      "Saisissez sous « Valid redirect URIs »",
      "Enregistrez. Le secret du client est sous l’onglet « Credentials ».",
      "L’émetteur est l’adresse du royaume (realm) : « issuer » dans « OpenID Endpoint Configuration » sous « Realm settings ».",
      "Pour les rôles : sous « Client scopes », la portée dédiée, « Add mapper », « User Realm Role », à valeurs multiples et dans le jeton d’identité, avec pour nom de revendication",
    ],
    other: [
      "Créez un client confidentiel pour le flux par code d’autorisation, souvent appelé application web.",
      "Saisissez comme URI de redirection, aussi appelée callback ou URL de réponse",
      "Si l’adresse de l’application est demandée, saisissez",
      "Autorisez ces portées :",
      "Copiez l’identifiant et le secret du client ainsi que l’émetteur dans le formulaire ci-dessous.",
    ],
  },
};
