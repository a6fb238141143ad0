/** The peer: oidc-provider, in-memory adapter, JWT access tokens for one service account; RS256, or what the first argument names. */
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { announce } from "./announce.ts";

const alg = process.argv[2] ?? "RS256";
const { privateKey } = await generateKeyPair(alg, { modulusLength: 2048, extractable: true });
const key = { ...(await exportJWK(privateKey)), alg, use: "sig", kid: "bench" };
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
      id_token_signed_response_alg: alg as "RS256",
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
        jwt: { sign: { alg } },
      }),
    },
  },
});
announce(createServer(provider.callback()));
