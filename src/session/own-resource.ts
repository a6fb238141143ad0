/** The protected resource that a session stands for: its metadata and the audience of tokens (wire 2.16). */
import type { Identity } from "../identity.ts";
import { trimEnd } from "../std/trim-end.ts";
import { originOf, type SessionCore } from "./core.ts";
import { authInstance } from "./instances.ts";
import type { ParsedSession } from "./options.ts";
import {
  isSameResource,
  metadataResponse,
  metadataUrl,
  resourceOfMetadataPath,
  resourcePreflight,
} from "./protected-resource.ts";
import type { SessionRequest } from "./session.ts";
import { byPreference } from "./verify-token.ts";

type Resource = NonNullable<ParsedSession["protected_resource"]>;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Which resource a path belongs to: the pinned one, else the path itself. */
const resourceUrl = (
  core: SessionCore,
  { resource }: Resource,
  incoming: SessionRequest,
  path: string,
): string => resource || `${originOf(core, incoming)}${trimEnd(path, "/")}`;

/** RFC 9728 §3: the metadata at the well-known path, and the preflight of scripts that read it. */
export async function resourceMetadata(
  core: SessionCore,
  resource: Resource,
  incoming: SessionRequest,
  path: string,
): Promise<Response> {
  if (incoming.request.method === "OPTIONS") return resourcePreflight("GET");
  const { authorization_servers, scopes_supported, dpop_bound_access_tokens_required } = resource;
  const servers = new Set(authorization_servers);
  if (servers.size === 0) {
    for (const [, { auth_middleware }] of byPreference(await core.effective.current())) {
      if (!auth_middleware) continue;
      const auth = authInstance(core.instances, auth_middleware);
      servers.add(await auth.issuer(originOf(core, incoming)));
    }
  }
  const fromRequest =
    core.options.base_url === "" && (!resource.resource || authorization_servers.length === 0);
  return metadataResponse(
    {
      resource: resourceUrl(core, resource, incoming, resourceOfMetadataPath(path)),
      authorization_servers: [...servers],
      ...(scopes_supported.length > 0 && { scopes_supported }),
      dpop_bound_access_tokens_required,
    },
    { fromRequest },
  );
}

/** Where a challenge says that the metadata is; undefined without a protected resource. */
export function challengeUrl(core: SessionCore, incoming: SessionRequest): string | undefined {
  const { protected_resource } = core.options;
  if (!protected_resource) return undefined;
  const pinned = URL.parse(protected_resource.resource);
  const path = pinned ? pinned.pathname : new URL(incoming.request.url).pathname;
  return metadataUrl(pinned ? pinned.origin : originOf(core, incoming), path);
}

/** The resource takes no token that everyone who has it could use (RFC 9449 §5.2, RFC 9728 §2). */
export const lacksKey = ({ options }: SessionCore, { via, claims }: Identity): boolean =>
  via === "bearer" &&
  options.protected_resource?.dpop_bound_access_tokens_required === true &&
  typeof (claims.cnf as { jkt?: unknown } | undefined)?.jkt !== "string";

const isNamed = (accepted: readonly (string | undefined)[], named: unknown): boolean =>
  typeof named === "string" &&
  accepted.some((one) => one !== undefined && isSameResource(one, named));

/**
 * A token that names resources is for them alone (RFC 8707): this session's, or those that its
 * operator lists. A listed client's token must name the resource itself (2.16).
 */
export function violatesAudience(
  core: SessionCore,
  { claims, via, use }: Identity,
  incoming: SessionRequest,
  path: string,
): boolean {
  if (via !== "bearer") return false;
  const { protected_resource: resource, audience } = core.options;
  const own = resource && resourceUrl(core, resource, incoming, path);
  const party = claims.azp ?? claims.client_id;
  if (resource?.check_audience_azp.some((listed) => listed === party)) {
    return !listOf(claims.aud).some((named) => isNamed([own], named));
  }
  if (!use || use.resources.length === 0) return false;
  const accepted = [own, ...audience, ...(incoming.audience ?? [])];
  return !use.resources.some((named) => isNamed(accepted, named));
}
