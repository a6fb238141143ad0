/** Texts of the integration guide. */

export const guide = {
  issuer: "Issuer",
  discovery: "Discovery",
  authorize: "Authorization endpoint",
  tokenUrl: "Token endpoint",
  userinfo: "Userinfo",
  keys: "Keys (JWKS)",
  introspect: "Introspection",
  revoke: "Revocation",
  device: "Device authorization",
  callback: "Callback for upstream providers",
  check: "Access check",
  copyUrl: "Copy: {name}",
  copySnippet: "Copy the snippet: {name}",
  description: "Every route, in the API description",
  signIn: "Sign people in",
  client: "Client ID",
  clientHint: "That of the client record of your application.",
  protect: "Protect an application",
  protectHint:
    "A proxy asks the service about every request, or a guard does so in your own process. Only the proxy should be able to reach the route that it asks.",
  whole: "The whole page: {page}",
} as const;
