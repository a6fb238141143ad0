/** People whose name belongs to another account, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { conflicts as EN } from "../en/identity-conflicts.ts";

export const conflicts: Translated<typeof EN> = {
  title: "Qui sont ces personnes ?",
  about:
    "Un annuaire ou un fournisseur les connaît par un identifiant qu’aucun compte ne possède ici, mais leur nom appartient à un compte. Elles ne peuvent pas se connecter tant que vous n’avez pas décidé.",
  account: "Le compte qui porte le nom",
  same: "C’est la même personne",
  sameWhat:
    "{name} reçoit le compte qui porte le nom, avec ses rôles et ses clés. Le nouvel identifiant remplace l’ancien.",
  other: "C’est une autre personne",
  otherWhat:
    "Le compte cède le nom et ses sessions se terminent. {name} reçoit son propre compte à la prochaine connexion ou synchronisation. Les applications qui connaissent les personnes par leur nom voient la nouvelle personne sous ce nom.",
  leftWhat:
    "Le compte cède ses noms, ses sessions se terminent et il est désactivé. {name} reçoit son propre compte à la prochaine connexion ou synchronisation. Les applications qui connaissent les personnes par leur nom voient la nouvelle personne sous ce nom.",
  decided: "Décidé",
  reasons: {
    other_id: "le compte y est connu sous un autre identifiant",
    other_source: "le compte provient d’un autre annuaire ou fournisseur",
    no_id: "le compte est connu par un identifiant, et l’annuaire n’en montre aucun de ce type",
    several_accounts: "les identifiants appartiennent à plusieurs comptes",
    renamed: "une personne connue porte ce nouveau nom",
    address: "le compte a cette adresse e-mail",
  },
};
