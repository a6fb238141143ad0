/** The panel of connected applications in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { APPLICATIONS as EN } from "../en/account-applications.ts";

export const APPLICATIONS: Translated<typeof EN> = {
  title: "Applications connectées",
  text: "Vous avez autorisé ces applications à utiliser votre compte. Si vous retirez cette autorisation, l’application est déconnectée et vous la demande de nouveau la prochaine fois.",
  allowed: "Autorisée le {time}",
  withdraw: "Retirer",
  withdrawLabel: "Retirer l’autorisation : {name}",
  gone: "Cette application n’est plus connectée.",
};
