/** The integration guide, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { guide as EN } from "../en/guide.ts";

export const guide: Translated<typeof EN> = {
  issuer: "Émetteur",
  discovery: "Découverte",
  authorize: "Point de terminaison d’autorisation",
  tokenUrl: "Point de terminaison des jetons",
  userinfo: "Userinfo",
  keys: "Clés (JWKS)",
  introspect: "Introspection",
  revoke: "Révocation",
  device: "Autorisation d’appareils",
  callback: "Rappel pour les fournisseurs externes",
  check: "Contrôle d’accès",
  copyUrl: "Copier : {name}",
  copySnippet: "Copier l’extrait : {name}",
  description: "Toutes les routes, dans la description de l’API",
  signIn: "Connecter des utilisateurs",
  client: "Identifiant du client",
  clientHint: "Celui qui figure dans l’enregistrement du client de votre application.",
  protect: "Protéger une application",
  protectHint:
    "Un proxy interroge le service pour chaque requête, ou une garde (guard) le fait dans votre propre processus. Seul le proxy doit pouvoir atteindre la route qu’il interroge.",
  whole: "La page complète : {page}",
};
