/** GET {prefix}/v1/session-providers[/{group}]: the catalog for sessions elsewhere (auth-wire 4.4). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { Providers } from "../../providers/catalog.ts";
import { readCatalog } from "../../providers/read-catalog.ts";
import { providerOAuth2, sessionProvider } from "../../settings/records/session-provider.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, notFound } from "../endpoint/failures.ts";

const common = {
  method: "get",
  plane: "admin",
  family: "service",
  tag: "Session providers",
} as const;

const SERVED =
  "After host replacements and endpoint overrides of this instance. Client secrets are part of the answer, because sessions elsewhere need them; `meta.version` is the auth version.";

/**
 * As it is stored, but for the secret, which this answer alone gives back (W17 as decided). Made anew
 * instead of extended: an extension would keep the mark that the secret is never in an answer.
 */
const served = z
  .object({
    ...sessionProvider.shape,
    oauth2: z.object({ ...providerOAuth2, client_secret: z.string().optional() }).optional(),
  })
  .meta({ id: "ServedSessionProvider", title: "Session provider with its secret" });

const answer = {
  ...payloadAnswer(z.record(z.string(), served)),
  example: {
    meta: { version: 42 },
    payload: {
      main: {
        name: "Company account",
        auth_middleware: "auth",
        password_flow: true,
        x_user: ["preferred_username"],
        oauth2: { client_id: "web-app", client_secret: "…", scopes: ["openid", "profile"] },
      },
    },
  },
};

const listed = (providers: Providers, version: number) =>
  payload(Object.fromEntries(providers), { version });

const merged = endpoint(
  {
    ...common,
    path: "/v1/session-providers",
    summary: "Session providers of the top level and of all groups",
    description: SERVED,
    answers: { 200: answer, ...adminFailures },
  },
  ({ call }) => {
    const catalog = readCatalog(call);
    return listed(catalog.merged, catalog.version);
  },
);

const group = endpoint(
  {
    ...common,
    path: "/v1/session-providers/:group",
    summary: "Session providers of one group, own and inherited",
    description: SERVED,
    params: z.object({ group: z.string() }),
    answers: { 200: answer, ...adminFailures, ...notFound },
  },
  ({ call, params }) => {
    const catalog = readCatalog(call);
    const providers = catalog.groups.get(params.group);
    if (!providers) throw new AuthError("not_found", message("refusal.group"));
    return listed(providers, catalog.version);
  },
);

export const sessionProviderEndpoints: readonly Endpoint[] = [merged, group];
