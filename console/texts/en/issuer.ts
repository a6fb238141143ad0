/** Texts of the page on how this service issues. */

export const issuer = {
  effective: "In effect now",
  effectiveAbout: "What applications and providers see, after the configuration of this instance.",
  issuer: "Issuer",
  callback: "Callback address",
  discovery: "Discovery document",
  tokenEndpoint: "Token endpoint",
  parts: {
    oauth2: ["Addresses and redirects", "Base URL, further origins, and what providers may be."],
    token: ["Token lifetimes", "Access, ID and refresh tokens, and the claim of the roles."],
    authorize: ["Sign-in page and consent", "Where anonymous browsers go, and for how long."],
    registration: ["Dynamic registration", "Clients that register themselves."],
    password: ["Passwords", "Who may sign in with one."],
    passkey: ["Passkeys", "Sites, verification and the offer to set one up."],
  },
  key: "Signing key",
  keyAbout: "Signs every token. Applications verify with the published part.",
  published: "Published",
  stored: "Stored",
  notStored: "None: it is made at its first use",
  differ: "The stored key is not the published one. This instance may not have heard of it yet.",
  rotate: "Rotate the key",
  rotateConsequence:
    "Every token that was signed with the present key becomes invalid at once: people and programs sign in again.",
  rotated: "The new key is {kid}",
  jwks: "JSON Web Key Set",
  ownKey: "Use a key of your own",
  expired: "Expired records",
  expiredAbout: "Codes, pending sign-ins and revocations that have expired are removed every hour.",
  purge: "Remove them now",
  purged: "{count} removed",
} as const;
