/** OAuth clients, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { clients as EN } from "../en/clients.ts";

export const clients: Translated<typeof EN> = {
  list: {
    kind: "Type",
    anyKind: "Tous les types",
    kinds: {
      web: ["Web", "A un secret ou une clé."],
      public: ["Public", "S’exécute dans le navigateur ou sur un appareil, sans secret."],
      machine: ["Machine", "Reçoit seulement ses propres jetons ; personne ne se connecte."],
      registered: ["Enregistré lui-même", "Par l’enregistrement dynamique des clients."],
      document: ["Par document", "Décrit à l’URL qui lui sert d’identifiant."],
    },
    lastUsed: "Dernière utilisation",
    neverUsed: "Jamais",
  },
  addTarget: "Ajouter une adresse",
  choose: "De quelle application s’agit-il ?",
  types: {
    web: [
      "Application web",
      "S’exécute sur un serveur qui peut garder un secret : Spring, Django, Express.",
    ],
    spa: [
      "Application monopage",
      "S’exécute dans le navigateur et n’a pas de secret : React, Vue, Angular.",
    ],
    native: [
      "Application de bureau ou mobile",
      "Est installée par les utilisateurs et n’a pas de secret.",
    ],
    machine: [
      "Machine",
      "Appelle des services pour son propre compte ; aucune personne ne se connecte.",
    ],
    mcp: ["Client MCP", "Un agent qui appelle des serveurs MCP pour une personne."],
  },
  idHints: {
    web: "Un nom court ou une URL. Il ne peut plus être modifié ensuite.",
    spa: "Un nom court ou une URL. Il ne peut plus être modifié ensuite.",
    native: "Un nom court ou une URL. Il ne peut plus être modifié ensuite.",
    machine: "Un nom court. Il ne peut plus être modifié ensuite.",
    mcp: "Un nom court. Les agents qui s’enregistrent eux-mêmes ou dont l’identifiant est une URL n’ont pas besoin d’enregistrement.",
  },
  sections: {
    identity: [
      "L’application",
      "Ce que voient les utilisateurs, et comment elle prouve son identité.",
    ],
    redirects: [
      "Où les utilisateurs reviennent",
      "Les codes ne sont envoyés qu’à ces adresses. Des adresses exactes sont plus sûres que des préfixes.",
    ],
    who: [
      "Qui peut l’utiliser",
      "Toutes les personnes qui peuvent se connecter ici, ou seulement certains rôles. Les autres voient une page qui le dit et ne reçoivent aucun jeton.",
    ],
    access: ["Ce qu’elle peut demander", "Portées et octrois. Moins il y en a, plus c’est sûr."],
    signOut: [
      "À la déconnexion",
      "Où l’application peut envoyer les personnes ensuite, et où elle est informée des déconnexions.",
    ],
    resources: [
      "Ressources et échange de jetons",
      "Pour quels services ses jetons sont utilisables.",
    ],
    certificate: [
      "Clé ou certificat à la place d’un secret",
      "Une clé de signature (private_key_jwt), ou TLS mutuel (RFC 8705) avec exactement un des noms, ou avec des clés qui contiennent le certificat.",
    ],
  },
  problems: {
    blank: "Une adresse ne doit pas contenir d’espace.",
    fragment: "Une adresse ne doit pas contenir de fragment (#).",
    wildcard:
      "Les caractères génériques ne sont pas acceptés. Indiquez chaque adresse, ou utilisez un préfixe.",
    relative: "Écrivez l’adresse complète, par exemple https://app.example.com/callback.",
    dangerous: "Ce schéma ne peut pas servir à l’adresse d’une application.",
    answer: "Une adresse ne doit contenir aucun paramètre de la réponse, comme code ou state.",
    twice: "Cette entrée existe déjà.",
  },
  hints: {
    plain: "Non chiffrée : les codes peuvent être lus en chemin. Pour les tests uniquement.",
    loopback: "Sur la machine même de la personne ; tous les ports sont acceptés.",
    shortScheme:
      "Une autre application pourrait revendiquer ce schéma. Un schéma avec un point, comme com.example.app, est plus sûr.",
    everything: "Toutes les adresses de cet hôte peuvent recevoir des codes.",
  },
  levels: { mfa: "Deux facteurs", phr: "Clé d’accès" },
  anySignIn: "Toute connexion",
  grants: {
    authorization_code: "Code d’autorisation",
    refresh_token: "Jeton d’actualisation",
    client_credentials: "Identifiants du client",
    password: "Mot de passe",
    "urn:ietf:params:oauth:grant-type:device_code": "Code d’appareil",
    "urn:ietf:params:oauth:grant-type:token-exchange": "Échange de jetons",
    email_code: "Code par e-mail",
    passkey: "Clé d’accès",
  },
  everyGrant: "Tous les octrois",
  methods: {
    none: "Aucune : client public",
    client_secret_basic: "Secret dans l’en-tête",
    client_secret_post: "Secret dans le formulaire",
    private_key_jwt: "Signature avec sa clé",
    tls_client_auth: "Certificat d’une autorité",
    self_signed_tls_client_auth: "Certificat auto-signé",
  },
  methodFollows: "Un secret, ou aucun pour un client public",
  secretTitle: "Le secret, affiché une seule fois",
  secretAbout:
    "Copiez-le maintenant dans la configuration de l’application. Il ne sera plus jamais affiché.",
  secretNoted: "Je l’ai copié",
  copyId: "Copier l’identifiant du client",
  copySecret: "Copier le secret du client",
  roll: "Un nouveau secret",
  rollAbout:
    "Donnez le nouveau secret à l’application pendant que l’actuel fonctionne encore : aucune connexion n’échoue entre-temps.",
  overlap: "Le secret actuel fonctionne encore pendant",
  rollNow: "Créer un nouveau secret",
  rollConsequence:
    "Le nouveau secret est affiché une seule fois. Un secret antérieur encore valable prend fin maintenant ; l’actuel prend fin à l’expiration de son délai.",
  previous: "Le secret précédent fonctionne encore. Il prend fin {time}.",
  endPrevious: "Y mettre fin maintenant",
  endConsequence:
    "Les programmes qui utilisent encore le secret précédent n’obtiennent plus de jetons.",
  previousEnded: "Le secret précédent n’est plus valable",
  keysInvalid: "Ce n’est pas un JSON Web Key Set.",
  consents: {
    always: "Demander à chaque connexion",
    remember: "Demander une fois et s’en souvenir",
    skip: "Ne pas demander",
  },
  consentAbout:
    "La réponse vaut jusqu’à ce que le nom, les URI de redirection ou les portées du client changent, ou que la personne la retire. Les jetons d’un client qui ne demande rien peuvent lire le compte de leur utilisateur et mettre fin à ses connexions.",
};
