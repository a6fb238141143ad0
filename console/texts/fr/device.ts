/** Connecting a device, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { device as EN } from "../en/device.ts";

export const device: Translated<typeof EN> = {
  lead: "Saisissez le code affiché par votre appareil.",
  code: "Code",
  codeHint: "Huit lettres, par exemple BCDF-GHJK.",
  next: "Continuer",
  question: "Connecter cet appareil à votre compte ?",
  sameCode: "L’appareil doit afficher ce code :",
  client: "Application",
  scope: "Elle demande",
  resource: "Pour",
  noScope: "Rien d’autre que la connexion",
  advice:
    "N’autorisez l’accès que si vous venez de lancer cette demande sur un appareil qui se trouve près de vous. Si l’on vous a envoyé ce code, refusez.",
  allow: "Autoriser",
  deny: "Refuser",
  notAllowed: "Votre compte ne peut pas utiliser cette application",
  notAllowedText:
    "Elle est réservée à certaines personnes. Demandez l’accès à votre administrateur.",
  approved: "L’appareil est connecté",
  approvedText: "Il se connecte en quelques secondes.",
  denied: "La demande a été refusée",
  deniedText: "L’appareil n’obtient aucun accès.",
  handled: "Ce code a déjà été utilisé. Faites afficher un nouveau code par l’appareil.",
  another: "Saisir un autre code",
};
