/** The pages of a sign-out in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SIGN_OUT as EN } from "../en/sign-out.ts";

export const SIGN_OUT: Translated<typeof EN> = {
  question: "Se déconnecter ?",
  askedBy: "{client} demande à vous déconnecter ici.",
  askedByUnknown: "Vous avez été dirigé ici pour vous déconnecter.",
  effect:
    "Les applications que vous avez ouvertes avec cette connexion sont déconnectées avec elle. Celles que vous avez autorisées à travailler sans vous continuent.",
  confirm: "Se déconnecter",
  stay: "Pour rester connecté, quittez cette page.",
  done: "Vous êtes déconnecté",
  doneText: "Vous pouvez fermer cette fenêtre.",
  told: "Ces applications en ont été informées :",
  waiting: "Ces applications ne répondent pas encore. Elles seront informées dès que possible :",
  signInAgain: "Se reconnecter",
};
