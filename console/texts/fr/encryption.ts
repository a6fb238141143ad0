/** The page that changes the encryption key, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { encryption as EN } from "../en/encryption.ts";

export const encryption: Translated<typeof EN> = {
  panel: "Changer la clé de chiffrement",
  about:
    "Tous les secrets de la base de données sont rechiffrés avec la nouvelle clé : tous, ou aucun. Le service continue pendant ce temps ; les écritures attendent.",
  points: [
    "Les autres instances et processus n’écrivent plus rien tant qu’ils n’ont pas été redémarrés avec la nouvelle clé.",
    "Si encryption.key figure dans votre configuration, inscrivez-y aussitôt la nouvelle clé : le prochain démarrage refuse l’ancienne.",
    "Après ce démarrage, les utilisateurs doivent se reconnecter, sauf si session.session_key est défini.",
    "Les sauvegardes gardent leur ancienne clé.",
  ],
  key: "Nouvelle clé",
  keyHint: "Au moins 16 caractères. L’idéal : 32 octets aléatoires en base64.",
  generate: "Générer",
  keep: "J’ai conservé la nouvelle clé en lieu sûr",
  restart: "Je peux redémarrer chaque instance avec elle",
  change: "Changer la clé",
  consequence:
    "Tout est rechiffré maintenant. Sans la nouvelle clé, les secrets de cette base de données ne pourront plus être lus.",
  doneTitle: "La clé a été changée",
  kept: "Le service la conserve dans son dossier de données ; les autres instances doivent être redémarrées. Elle n’est affichée que cette fois.",
  brought:
    "Inscrivez-la dans encryption.key avant le prochain démarrage, sur chaque instance, et redémarrez chacune d’elles. Elle n’est affichée que cette fois.",
  count: "Valeurs rechiffrées : {count}. Identifiant de la clé : {id}.",
  copy: "Copier la nouvelle clé",
  done: "Je l’ai conservée",
};
