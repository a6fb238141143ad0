/** Why an import of people refuses an entry, in French. */
import type { ImportTexts } from "../../../src/messages/message.ts";

export const imports: ImportTexts = {
  "import.empty": "le fichier est vide",
  "import.no_json": "ce n’est pas du JSON de ce format",
  "import.cut_off": "le fichier se termine ici au milieu d’une entrée",
  "import.unknown_column": "il n’y a pas de colonne {name} ; colonnes connues : {known}",
  "import.column_twice": "la colonne {name} figure deux fois",
  "import.not_utf8": "le fichier n’est pas en UTF-8",
  "import.too_long": "dépasse {most} caractères",
  "import.no_object": "n’est pas un objet JSON",
  "import.quote": "a un guillemet qui ne commence ni ne termine une cellule",
  "import.cells": "a {count} cellules au lieu de {wanted}",
  "import.no_name": "exige un alias ou une adresse e-mail",
  "import.no_address": "n’est pas une adresse e-mail",
  "import.own_detail": "a son propre champ, ou n’est pas importé",
  "import.hash_unknown": "est un hachage d’un procédé qui n’est pas pris en charge ici ({scheme})",
  "import.hash_form": "n’est pas un hachage complet de son procédé",
  "import.hash_cost": "est un hachage dont la vérification coûte trop de temps ou de mémoire",
  "import.totp_kind":
    "appartient à une application dont les codes sont d’un autre type ; ici, ce sont SHA-1, six chiffres et 30 secondes",
  "import.totp_form": "n’est pas un secret d’application d’authentification en base32",
  "import.role": "il n’y a pas de rôle {name}",
  "import.administrator_role": "le rôle {name} rend administrateur, et cela n’était pas autorisé",
  "import.provider":
    "il n’y a pas de fournisseur {name} ici, ou son émetteur n’est pas connu : nommez-le",
  "import.taken": "{name} appartient à un autre compte",
  "import.administrator": "est administrateur ici, et sa modification n’était pas autorisée",
  "import.last_administrator":
    "aucun administrateur ne pourrait se connecter, ou il n’en resterait aucun",
  "import.differs": "est connu et diffère ; seule une mise à jour le modifie",
  "import.directory_account": "est connu et appartient désormais à un annuaire",
  "import.service_account": "est le compte d’un client, pas une personne",
  "import.of_directory": "vient d’un annuaire du service d’origine : connectez cet annuaire ici",
};
