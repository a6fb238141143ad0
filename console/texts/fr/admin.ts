/** The page about administrators, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { admin as EN } from "../en/admin.ts";

export const admin: Translated<typeof EN> = {
  permission: "Permission qui fait d’un utilisateur un administrateur",
  permissionHint:
    "Les utilisateurs qui la détiennent peuvent tout modifier ici. Une modification qui ne laisserait aucun administrateur vous est refusée.",
  none: "Aucune : tout le monde est administrateur",
  breakGlass: "Accès d’urgence",
  breakGlassHint:
    "Une requête pour laquelle aucune session placée devant le service n’a indiqué d’utilisateur est traitée comme celle d’un administrateur.",
  danger:
    "Toute personne qui peut atteindre ce service en contournant sa connexion peut tout modifier. Ne l’activez que pour rétablir votre accès, puis désactivez-le.",
};
