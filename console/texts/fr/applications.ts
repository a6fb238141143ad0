/** Texts of connected applications; in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { applications as EN } from "../en/applications.ts";

export const applications: Translated<typeof EN> = {
  title: "Applications connectées",
  ownText:
    "Vous avez autorisé ces applications à utiliser votre compte. Si vous retirez cette autorisation, l’application est déconnectée et vous la demande de nouveau la prochaine fois.",
  noneOwn: "Vous n’avez rien autorisé durablement à une application.",
  noneOfUser: "L’utilisateur n’a rien autorisé durablement à une application.",
  allowed: "Autorisée",
  withdraw: "Retirer",
  withdrawWhat: "{name} est déconnectée et redemande l’autorisation la prochaine fois.",
  withdrawn: "Autorisation retirée",
};
