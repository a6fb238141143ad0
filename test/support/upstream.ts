/** A real OpenID provider to sign in with: oidc-provider with its own login and consent pages. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

export interface Upstream extends AsyncDisposable {
  readonly issuer: string;
  /** A session provider that uses it; `x_user` is the name a person types at its login page. */
  readonly provider: Readonly<Record<string, unknown>>;
}

const UPSTREAM_CLIENT = { id: "postern", secret: "a secret between two services" };
const RESOURCE = "urn:example:postern";

/** @param callback the login's code route at its public address */
export async function startUpstream(callback: string): Promise<Upstream> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "upstream" };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: UPSTREAM_CLIENT.id,
        client_secret: UPSTREAM_CLIENT.secret,
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [callback],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ["upstream cookies of a test"] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: "openid profile",
          audience: RESOURCE,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    provider: {
      name: "Example OP",
      x_user: ["sub"],
      oauth2: {
        client_id: UPSTREAM_CLIENT.id,
        client_secret: UPSTREAM_CLIENT.secret,
        scopes: ["openid", "profile"],
        issuer,
        auth_url: `${issuer}/auth`,
        token_url: `${issuer}/token`,
        cert_url: `${issuer}/jwks`,
        revocation_url: `${issuer}/token/revocation`,
      },
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
