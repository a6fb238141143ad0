/** Texts of connected applications; in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { applications as EN } from "../en/applications.ts";

export const applications: Translated<typeof EN> = {
  title: "Applications connectées",
  ownText:
    "Vous avez autorisé ces applications à utiliser votre compte. Si vous retirez cette autorisation, l’application est déconnectée et vous la demande de nouveau la prochaine fois.",
  noneOwn: "Aucune application n’a d’autorisation durable de votre part.",
  noneOfUser: "Aucune application n’a d’autorisation durable de cet utilisateur.",
  allowed: "Autorisée {time}",
  withdraw: "Retirer",
  withdrawWhat: "L’application {name} est déconnectée et devra redemander l’autorisation.",
  withdrawn: "Autorisation retirée",
};
