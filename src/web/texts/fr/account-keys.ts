/** The panel of personal API keys in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { KEYS as EN } from "../en/account-keys.ts";

export const KEYS: Translated<typeof EN> = {
  title: "Clés d’API",
  text: "Avec une clé, un programme agit en votre nom. Il peut faire ce que vous pouvez faire ; révoquez-la dès que vous n’en avez plus besoin.",
  none: "Vous n’avez aucune clé.",
  unnamed: "Sans nom",
  created: "Créée le {time}",
  neverUsed: "Jamais utilisée",
  lastUsed: "Dernière utilisation le {time}",
  expires: "Expire le {time}",
  noEnd: "Sans expiration",
  ended: "Expirée le {time}",
  disabled: "Désactivée par un administrateur",
  end: "Révoquer",
  endLabel: "Révoquer la clé {name}",

  add: "Créer une clé",
  name: "Nom",
  nameHint: "À quoi elle sert, pour que vous la reconnaissiez.",
  lifetime: "Expire après",
  day: "1 jour",
  week: "7 jours",
  month: "30 jours",
  quarter: "90 jours",
  never: "Jamais",
  longest: "La durée maximale autorisée",
  make: "Créer la clé",

  shownTitle: "Votre nouvelle clé",
  shownText: "Copiez-la maintenant et gardez-la secrète : elle n’est affichée que cette fois.",
  shownBefore:
    "La clé de cette page a déjà été créée et affichée. Si vous ne l’avez pas conservée, révoquez-la et créez-en une autre.",
  nameMissing: "Donnez un nom à la clé.",
  notEnded: "Cette clé n’existe plus.",
};
