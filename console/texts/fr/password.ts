/** Rules for passwords, and who signs in with one, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { password as EN } from "../en/password.ts";

export const password: Translated<typeof EN> = {
  least: "Un nouveau mot de passe doit compter au moins {length} caractères.",
  change: "Modifier la longueur dans « Inscription et réinitialisation »",
  sections: {
    rules: [
      "Règles des nouveaux mots de passe",
      "Elles valent partout où un mot de passe est choisi.",
    ],
    who: [
      "Qui se connecte avec un mot de passe",
      "Chaque interrupteur ferme cette voie à certaines personnes.",
    ],
    kept: ["Conservation des mots de passe", "Seul un hachage du mot de passe est enregistré."],
    limits: [
      "Limites",
      "Combien de tentatives sont permises, et combien de modifications de son propre compte.",
    ],
  },
};
