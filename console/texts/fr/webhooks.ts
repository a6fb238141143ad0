/** Webhooks: where events are sent, and what became of them; in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { webhooks as EN } from "../en/webhooks.ts";

export const webhooks: Translated<typeof EN> = {
  none: "Pas encore de webhooks",
  noneText:
    "Informez aussitôt un autre programme de ce qui a changé et de ce qui s’est passé : comptes, rôles, clients, connexions.",
  idHint: "Fait partie des adresses de l’API ; il ne peut plus être modifié ensuite.",
  what: "Ce qui est envoyé, et où",
  whatAbout: "Des événements sous la forme de Standard Webhooks, signés avec un secret.",
  groups: "Groupes",
  types: "Types individuels",
  every: "Tous les événements",
  secretTitle: "Le secret de ce webhook",
  secretAbout:
    "Il est affiché maintenant et jamais plus. Le destinataire en a besoin pour vérifier les signatures.",
  copySecret: "Copier le secret",
  secretNoted: "Je l’ai copié",
  roll: "Secret",
  rollAbout:
    "Un secret a été créé avec l’enregistrement. Créez-en un nouveau pour le voir ; le précédent signe encore un temps à côté de lui, afin que le destinataire puisse en changer.",
  previous: "Le secret précédent signe encore. Il prend fin {time}.",
  overlap: "Le secret précédent signe encore pendant",
  rollNow: "Créer un nouveau secret",
  rollConsequence:
    "Un nouveau secret est créé et affiché une fois. Un destinataire qui ne le reçoit pas refuse tout dès que le précédent a pris fin.",
  deliveries: "Livraisons",
  deliveriesAbout:
    "Si un destinataire ne répond pas, l’envoi est retenté pendant un jour, à intervalles croissants. Rien n’est omis pendant ce temps.",
  state: "État",
  states: {
    up_to_date: "à jour",
    behind: "envoi en cours",
    failing: "en attente du destinataire",
    stopped: "abandonné",
    paused: "en pause après une restauration",
    held: "retenu",
    off: "désactivé",
  },
  heldWhy: "Ceci est la copie d’un service, qui n’envoie rien tant que vous ne l’autorisez pas :",
  failure: "Dernier échec",
  firstFailure: "Premier échec",
  nextTry: "Prochain essai",
  lastArrived: "Dernière livraison",
  never: "jamais",
  position: "Position",
  positionOf: "événement {position} sur {last}",
  missed: "Événements supprimés avant leur envoi",
  test: "Envoyer un test",
  arrived: "Arrivé : {status} en {milliseconds} ms.",
  notArrived: "Pas arrivé : {reason}.",
  resume: "Reprendre maintenant",
  resumeConsequence: "Tout ce qui attend est envoyé maintenant, dans l’ordre.",
  from: "Renvoyer à partir du",
  replay: "Renvoyer",
  replayConsequence:
    "Tout depuis le {day} est renvoyé, dans l’ordre. Un destinataire reconnaît à l’identifiant ce qu’il a déjà.",
  goesOn: "Le webhook reprend.",
  event: "Événement",
  answer: "Réponse",
  noAnswer: "pas de réponse",
  tries: "{count} essais",
  send: "Renvoyer",
  sendOne: "Renvoyer : événement {id}",
  sentAgain: "Renvoyé.",
  nothingYet: "Rien n’a encore été envoyé.",
};
