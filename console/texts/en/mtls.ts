/** Texts of the page about client certificates. */

export const mtls = {
  off: "Off: certificates are ignored.",
  native:
    "Certificates come from the TLS of this service, which needs server.tls.client_ca_files. Behind a proxy that ends TLS, name the header in which it sends the certificate.",
  proxy:
    "Certificates come from a proxy, in the header {header}, and only from these addresses: {peers}.",
  unguarded:
    "Nothing is accepted yet: name the addresses that the proxy connects from, and the header in which it says that it has checked the certificate.",
  bind: "Who a certificate belongs to",
  bindAbout:
    "A service account names its certificate by fingerprint or subject. A client takes tls_client_auth or self_signed_tls_client_auth as its method, and its tokens can be bound to the certificate.",
  accounts: "Service accounts",
  clients: "Clients",
  try: "Get a token with a certificate",
  tryAbout: "The client ID is a username of the service account. No secret is sent.",
  command: "The command",
  copy: "Copy the command",
} as const;
