/** Discovery at five URLs: below the issuer twice, at the root of the origin twice, and by claim set. */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { discoveryDocument } from "../../oauth2/metadata.ts";
import { offeredScopes } from "../../oauth2/offered-scopes.ts";
import type { Settings } from "../../settings/index.ts";
import { remember } from "../../std/bounded-map.ts";
import { findClaimSet } from "../../tokens/custom-info.ts";
import { jsonText, type Reply } from "../../web/reply.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { oauthFailure } from "./answers.ts";
import { DISCOVERY_EXAMPLE } from "./examples.ts";

const document = z
  .object({
    issuer: z.string(),
    token_endpoint: z.string(),
    jwks_uri: z.string(),
    grant_types_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
  })
  .catchall(z.unknown())
  .meta({ id: "DiscoveryDocument" });

const common = {
  method: "get",
  plane: "public",
  family: "oauth",
  tag: "Discovery",
  summary: "Metadata of the authorization server",
  cors: true,
} as const;

const answers = {
  200: {
    description: "RFC 8414 §3.2, OpenID Discovery §4.2",
    schema: document,
    example: DISCOVERY_EXAMPLE,
  },
  503: oauthFailure("Temporarily unavailable"),
};

/** The document depends on settings, issuer and scopes alone; hosts are the caller's, so it is bounded (N-11). */
const texts = new WeakMap<Settings, Map<string, string>>();
const MAX_TEXTS = 100;

function documentText(call: Call, claimSet: string | undefined): string {
  const { settings } = call.snapshot;
  const textsOfSettings = texts.get(settings) ?? new Map<string, string>();
  texts.set(settings, textsOfSettings);
  const key = [call.issuer, claimSet ?? "", ...offeredScopes(call)].join(" ");
  const cached = textsOfSettings.get(key);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(discoveryDocument(call, claimSet));
  remember(textsOfSettings, key, text, MAX_TEXTS);
  return text;
}

function answer(call: Call, claimSet?: string): Reply {
  // An origin taken from the request must not be cached for others (H-5).
  const caching = call.originFromRequest ? "no-store" : "public, max-age=300";
  return jsonText(documentText(call, claimSet), 200, { "Cache-Control": caching });
}

/** RFC 8414 §3.1 inserts the issuer's path behind the well-known one; it is not compared. */
const issuerOf = (path: string) =>
  path.includes(":issuer") && { params: z.object({ issuer: z.string() }) };

const discovery = (path: string, root: boolean): Endpoint =>
  endpoint(
    { ...common, path, root, answers, ...issuerOf(path), document: !path.includes(":") },
    ({ call }) => answer(call),
  );

/** Metadata for a claim set of `custom_info`; a set that is not there has none (N-6, O-4). */
const claimSetDiscovery = endpoint(
  {
    ...common,
    path: "/oauth2/openid/:custom/.well-known/openid-configuration",
    params: z.object({ custom: z.string() }),
    answers: { ...answers, 404: oauthFailure("No such claim set") },
  },
  ({ call, params: { custom } }) => {
    if (!findClaimSet(call.snapshot.settings.custom_info, custom)) {
      throw new AuthError("not_found", "claim set not found");
    }
    return answer(call, custom);
  },
);

export const discoveryEndpoints: readonly Endpoint[] = [
  discovery("/oauth2/.well-known/openid-configuration", false),
  discovery("/oauth2/.well-known/oauth-authorization-server", false),
  claimSetDiscovery,
  discovery("/.well-known/openid-configuration", true),
  discovery("/.well-known/openid-configuration/:issuer{.+}", true),
  discovery("/.well-known/oauth-authorization-server", true),
  discovery("/.well-known/oauth-authorization-server/:issuer{.+}", true),
];
