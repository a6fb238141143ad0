/**
 * The peer of the code flow: oidc-provider with its in-memory adapter. The interaction is one route
 * that signs in whom `login_hint` names and grants what was asked, without showing a page.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { announce } from "./announce.ts";

interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}

interface Interactive extends Provider {
  readonly Grant: new (of: { accountId: string; clientId: string }) => Grant;
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{
    params: { client_id: string; scope: string; login_hint?: string };
    session?: { accountId: string };
  }>;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options: { mergeWithLastSubmission: boolean },
  ): Promise<void>;
}

interface Given {
  readonly id: string;
  readonly secret: string;
  readonly callback: string;
  readonly resource: string;
  readonly profile: object;
}

const given = JSON.parse(process.argv[2] ?? "") as Given;
const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "bench" };
const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");

const provider = new Provider("http://127.0.0.1", {
  clients: [
    {
      client_id: given.id,
      client_secret: given.secret,
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: [given.callback],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_basic",
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: [random()] },
  claims: {
    openid: ["sub"],
    profile: ["name", "preferred_username", "updated_at"],
    email: ["email"],
  },
  findAccount: (_: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, ...given.profile }),
  }),
  issueRefreshToken: () => true,
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  features: {
    devInteractions: { enabled: false },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      // Without `resource` the access token is opaque: only such ones fit userinfo and introspection.
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: "",
        audience: given.resource,
        accessTokenTTL: 900,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
}) as Interactive;

async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params, session } = await provider.interactionDetails(request, response);
  const accountId = session?.accountId ?? params.login_hint ?? "absent";
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const result = {
    ...(!session && { login: { accountId } }),
    consent: { grantId: await grant.save() },
  };
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

const handle = provider.callback();
announce(
  createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return handle(request, response);
    interact(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  }),
);
