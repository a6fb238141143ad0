/**
 * The peer of programs without a browser: oidc-provider with its device flow, and a grant for token exchange, which it leaves to
 * those who use it: the signature of the subject token is checked, and a JWT is issued for its subject.
 */
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, jwtVerify } from "jose";
import Provider from "oidc-provider";
import { announce } from "./announce.ts";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const RESOURCE = "urn:postern:bench";
const LIFETIME = 900;

interface Context {
  body: object;
  readonly oidc: {
    readonly client: unknown;
    readonly params: { readonly subject_token: string; readonly subject_token_type: string };
    readonly provider: Provider & {
      readonly AccessToken: new (
        of: object,
      ) => { resourceServer?: unknown; save(): Promise<string> };
      readonly ResourceServer: new (identifier: string, data: object) => unknown;
    };
  };
}

interface Extensible extends Provider {
  registerGrantType(
    name: string,
    handler: (context: Context) => Promise<void>,
    params: readonly string[],
  ): void;
}

const given = JSON.parse(process.argv[2] ?? "") as { readonly id: string; readonly secret: string };
const pair = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
const key = { ...(await exportJWK(pair.privateKey)), alg: "RS256", use: "sig", kid: "bench" };
const server = {
  scope: "",
  audience: RESOURCE,
  accessTokenTTL: LIFETIME,
  accessTokenFormat: "jwt",
  jwt: { sign: { alg: "RS256" } },
};

const provider = new Provider("http://127.0.0.1", {
  clients: [
    {
      client_id: given.id,
      client_secret: given.secret,
      grant_types: ["client_credentials", "refresh_token", DEVICE, EXCHANGE],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: "client_secret_basic",
    },
  ],
  jwks: { keys: [key] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => server,
    },
  },
}) as Extensible;

provider.registerGrantType(
  EXCHANGE,
  async (context) => {
    const { client, params, provider: own } = context.oidc;
    const { payload } = await jwtVerify(params.subject_token, pair.publicKey);
    const token = new own.AccessToken({ client, gty: "token_exchange", accountId: payload.sub });
    token.resourceServer = new own.ResourceServer(RESOURCE, server);
    context.body = {
      access_token: await token.save(),
      issued_token_type: params.subject_token_type,
      token_type: "Bearer",
      expires_in: LIFETIME,
    };
  },
  ["subject_token", "subject_token_type"],
);

announce(createServer(provider.callback()));
