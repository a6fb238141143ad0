/** The peer: oidc-provider, in-memory adapter, RS256 JWT access tokens for one service account. */
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { announce } from "./announce.ts";

const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "bench" };
const resource = "urn:postern:bench";

const provider = new Provider("http://127.0.0.1", {
  clients: [
    {
      client_id: "bench",
      client_secret: "bench-secret-bench-secret-bench-secret",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: "client_secret_basic",
    },
  ],
  jwks: { keys: [key] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: "",
        audience: resource,
        accessTokenTTL: 900,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
});
announce(createServer(provider.callback()));
