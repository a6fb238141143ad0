/** Decides one request: the order of login-session-wire 2.8 and the outcomes of 2.19. */

import { AuthError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { Providers } from "../providers/catalog.ts";
import { trimEnd } from "../std/trim-end.ts";
import { wantsPage } from "../web/accept.ts";
import { redirectToLogin, unauthorized, unavailable } from "./answers.ts";
import type { Loaded } from "./cookie-session.ts";
import type { Found } from "./credentials.ts";
import { contextOf, headersOf, identityHeaders } from "./identity.ts";
import { authInstance, type Instances } from "./instances.ts";
import type { ParsedSession } from "./options.ts";
import {
  isMetadataPath,
  metadataResponse,
  metadataUrl,
  resourceOfMetadataPath,
  resourcePreflight,
} from "./protected-resource.ts";
import { type PublicAccess, pathOf } from "./public-access.ts";
import type { Admission, AnswerHeaders, IncomingRequest, Passed } from "./session.ts";
import { byPreference } from "./verify-token.ts";

type Resource = NonNullable<ParsedSession["protected_resource"]>;

export interface AdmissionParts {
  readonly options: ParsedSession;
  readonly instances: Instances;
  readonly access: PublicAccess;
  readonly providers: () => Promise<Providers>;
  readonly find: (
    asked: IncomingRequest,
    providers: Providers,
    optional: boolean,
  ) => Promise<Found>;
  readonly origin: (asked: IncomingRequest) => string;
  readonly renewed: (asked: IncomingRequest, loaded: Loaded) => Promise<AnswerHeaders>;
  readonly end: (asked: IncomingRequest, loaded: Loaded) => Promise<AnswerHeaders>;
}

function withAnswerHeaders(response: Response, headers: AnswerHeaders): Response {
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Header names by provider set; a set is made once per version and asked for at every request. */
const headerNames = new WeakMap<Providers, readonly string[]>();
function namesOf(providers: Providers): readonly string[] {
  let names = headerNames.get(providers);
  if (!names) {
    names = identityHeaders(providers);
    headerNames.set(providers, names);
  }
  return names;
}

export interface AdmissionRules {
  admit(asked: IncomingRequest): Promise<Admission>;
  identify(asked: IncomingRequest): Promise<Passed>;
}

export function admission(parts: AdmissionParts): AdmissionRules {
  const { options, instances, access, find } = parts;
  const resource = options.protected_resource;
  const { log } = instances.runtime;

  const answer = (response: Response): Admission => ({ kind: "answer", response });

  /** Which resource a path belongs to: the pinned one, else the path itself. */
  function resourceUrl(resource: Resource, asked: IncomingRequest, path: string): string {
    return resource.resource || `${parts.origin(asked)}${trimEnd(path, "/")}`;
  }

  async function metadata(
    resource: Resource,
    asked: IncomingRequest,
    path: string,
  ): Promise<Response> {
    if (asked.request.method === "OPTIONS") return resourcePreflight("GET");
    const servers = new Set(resource.authorization_servers);
    if (servers.size === 0) {
      for (const [, { auth_middleware }] of byPreference(await parts.providers())) {
        if (!auth_middleware) continue;
        const auth = authInstance(instances, auth_middleware);
        servers.add(await auth.issuer(parts.origin(asked)));
      }
    }
    const fromRequest =
      options.base_url === "" &&
      (!resource.resource || resource.authorization_servers.length === 0);
    return metadataResponse(
      {
        resource: resourceUrl(resource, asked, resourceOfMetadataPath(path)),
        authorization_servers: [...servers],
        ...(resource.scopes_supported.length > 0 && {
          scopes_supported: resource.scopes_supported,
        }),
      },
      { fromRequest },
    );
  }

  function challengeUrl(asked: IncomingRequest): string | undefined {
    if (!resource) return undefined;
    const pinned = URL.parse(resource.resource);
    const path = pinned ? pinned.pathname : new URL(asked.request.url).pathname;
    return metadataUrl(pinned ? pinned.origin : parts.origin(asked), path);
  }

  /**
   * A token that names resources is for them alone (RFC 8707): this session's, or those that its
   * operator lists. A listed client's token must name the resource exactly (2.16).
   */
  function violatesAudience(
    { claims, via, use }: Identity,
    asked: IncomingRequest,
    path: string,
  ): boolean {
    if (via !== "bearer") return false;
    const own = resource && resourceUrl(resource, asked, path);
    const party = claims.azp ?? claims.client_id;
    if (resource?.check_audience_azp.some((listed) => listed === party)) {
      return !listOf(claims.aud).includes(own);
    }
    if (!use || use.resources.length === 0) return false;
    const accepted = new Set([own, ...options.audience, ...(asked.audience ?? [])]);
    return !use.resources.some((named) => accepted.has(named));
  }

  function pass(
    asked: IncomingRequest,
    providers: Providers,
    found: Found,
    how: { readonly public_access: boolean; readonly answer?: AnswerHeaders },
  ): Passed {
    let remove = namesOf(providers);
    let set: Readonly<Record<string, string>> = {};
    const identity = found.kind === "identity" ? found.identity : undefined;
    if (found.kind === "identity") {
      const { flags } = asked;
      const provider = providers.get(found.identity.provider);
      if (found.spent.length > 0) remove = [...remove, ...found.spent];
      if (provider) set = headersOf(found.identity, provider);
      if (flags?.token_header_delete) remove = [...remove, "authorization"];
      else if (flags?.token_header && found.identity.access_token !== undefined) {
        set = { ...set, authorization: `Bearer ${found.identity.access_token}` };
      }
    }
    const refusal = found.kind === "refused" ? { refusal: found.text } : {};
    const session = identity ? contextOf(identity) : refusal;
    return {
      kind: "pass",
      mark: {
        connection: asked.connection,
        session,
        ...(identity && { identity }),
        public_access: how.public_access,
      },
      remove,
      set,
      answer: how.answer ?? [],
    };
  }

  /** Not signed in: a browser is sent to the login page, other clients are refused (2.12). */
  async function refuse(asked: IncomingRequest, found: Found): Promise<Admission> {
    const metadataUrl = challengeUrl(asked);
    if (found.kind === "refused") {
      const token = found.via === "bearer" ? { error: "invalid_token" } : {};
      return answer(unauthorized(options, { metadataUrl, ...token }));
    }
    const ended = found.kind === "dead" ? await parts.end(asked, found.loaded) : [];
    const { login_path, redirect_always } = options.action.token;
    const wanted = redirect_always || wantsPage(asked.request);
    const response =
      login_path !== "" && wanted && !asked.flags?.disable_redirect
        ? redirectToLogin(options, asked)
        : unauthorized(options, { metadataUrl });
    return answer(withAnswerHeaders(response, ended));
  }

  /** Where signing in is optional, programs stay anonymous during an outage; a browser gets the error. */
  async function findOptional(asked: IncomingRequest, providers: Providers): Promise<Found> {
    try {
      return await find(asked, providers, true);
    } catch (error) {
      const outage = error instanceof AuthError && error.code === "unavailable";
      if (!outage || wantsPage(asked.request)) throw error;
      return { kind: "refused", via: "bearer", text: error.message };
    }
  }

  async function decide(asked: IncomingRequest): Promise<Admission> {
    const path = pathOf(asked.request);
    if (resource && path !== undefined && isMetadataPath(path)) {
      return answer(await metadata(resource, asked, path));
    }
    const providers = await parts.providers();
    const skipped = path !== undefined && access.isSkipped(path);
    if (path !== undefined && access.isRawCredential(path)) {
      return pass(asked, providers, { kind: "none" }, { public_access: false });
    }
    let found = skipped
      ? await findOptional(asked, providers)
      : await find(asked, providers, false);
    const audience =
      found.kind === "identity" && violatesAudience(found.identity, asked, path ?? "");
    if (audience) {
      found = {
        kind: "refused",
        via: "bearer",
        text: "token audience does not cover this resource",
      };
    }
    if (found.kind === "identity") {
      const headers = found.renewed ? await parts.renewed(asked, found.renewed) : [];
      return pass(asked, providers, found, { public_access: false, answer: headers });
    }
    if (skipped) return pass(asked, providers, found, { public_access: false });
    if (path !== undefined && (await access.isPublic(asked, path))) {
      return pass(asked, providers, found, { public_access: true });
    }
    if (audience && found.kind === "refused") {
      const description = found.text;
      const metadataUrl = challengeUrl(asked);
      return answer(unauthorized(options, { metadataUrl, error: "invalid_token", description }));
    }
    return refuse(asked, found);
  }

  return {
    async admit(asked) {
      try {
        return await decide(asked);
      } catch (error) {
        if (!(error instanceof AuthError)) log.error("a session could not be decided", { error });
        return answer(unavailable(error));
      }
    },

    async identify(asked) {
      const providers = await parts.providers();
      const found = await find(asked, providers, true);
      const renewed =
        found.kind === "identity" && found.renewed ? await parts.renewed(asked, found.renewed) : [];
      return pass(asked, providers, found, { public_access: false, answer: renewed });
    },
  };
}
