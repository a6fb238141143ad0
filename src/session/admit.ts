/** Decides one request: the order of login-session-wire 2.8 and the outcomes of 2.19. */
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import { attempt, proceed, type Ready } from "../std/ready.ts";
import { wantsPage } from "../web/accept.ts";
import { redirectToLogin, unauthorized, unavailable } from "./answers.ts";
import type { AuthenticationResult } from "./authentication-result.ts";
import type { SessionCore } from "./core.ts";
import { identify } from "./identify.ts";
import { challengeUrl, lacksKey, resourceMetadata, violatesAudience } from "./own-resource.ts";
import { pass } from "./pass.ts";
import { isMetadataPath } from "./protected-resource.ts";
import { pathOf } from "./public-access.ts";
import type { AnswerHeaders, Decision, SessionRequest } from "./session.ts";
import { expiredCookie } from "./session-cookie.ts";

const answer = (response: Response): Decision => ({ kind: "answer", response });

const WRONG_AUDIENCE = {
  kind: "refused",
  via: "bearer",
  reason: "token audience does not cover this resource",
} as const satisfies AuthenticationResult;

const UNBOUND = {
  kind: "refused",
  via: "bearer",
  reason: "the token has to be bound to a key",
  lacksProof: { error: "invalid_token" },
} as const satisfies AuthenticationResult;

/** Why the resource behind does not take a token that is good otherwise. */
function violation(
  core: SessionCore,
  found: AuthenticationResult,
  incoming: SessionRequest,
  path: string | undefined,
): AuthenticationResult | undefined {
  if (found.kind !== "identity") return undefined;
  if (violatesAudience(core, found.identity, incoming, path ?? "")) return WRONG_AUDIENCE;
  return lacksKey(core, found.identity) ? UNBOUND : undefined;
}

/** Where signing in is optional, programs stay anonymous while nothing can be checked; a browser gets the error. */
const identifyOptional = (
  core: SessionCore,
  incoming: SessionRequest,
  providers: Providers,
): Ready<AuthenticationResult> =>
  attempt<AuthenticationResult>(
    () => identify(core, incoming, providers, true),
    (error) => {
      const passing =
        error instanceof AuthError &&
        (error.code === "unavailable" || error.code === "too_many_requests");
      if (!passing || wantsPage(incoming.request)) throw error;
      return { kind: "refused", via: "bearer", reason: error.message };
    },
  );

/** Only this record: one that a login or refresh stored in its place stays (L-W23). */
async function endSession(
  core: SessionCore,
  incoming: SessionRequest,
  found: AuthenticationResult,
): Promise<AnswerHeaders> {
  if (found.kind !== "ended") return [];
  const { store } = await core.backend.open();
  await store.remove(found.session.key, found.session.entry.revision);
  return expiredCookie(core, incoming);
}

/** Not signed in: a browser is sent to the login page, other clients are refused (2.12). */
async function refuse(
  core: SessionCore,
  incoming: SessionRequest,
  found: AuthenticationResult,
): Promise<Decision> {
  const { options } = core;
  const metadataUrl = challengeUrl(core, incoming);
  if (found === WRONG_AUDIENCE) {
    const description = WRONG_AUDIENCE.reason;
    return answer(unauthorized(options, { metadataUrl, error: "invalid_token", description }));
  }
  if (found.kind === "refused") {
    const { lacksProof: dpop } = found;
    const token = found.via === "bearer" ? { error: dpop?.error ?? "invalid_token", dpop } : {};
    return answer(unauthorized(options, { metadataUrl, ...token }));
  }
  const ended = await endSession(core, incoming, found);
  const { login_path, redirect_always } = options.action.token;
  const toPage = redirect_always || wantsPage(incoming.request);
  const response =
    login_path !== "" && toPage && !incoming.flags?.disable_redirect
      ? redirectToLogin(options, incoming)
      : unauthorized(options, { metadataUrl });
  for (const [name, value] of ended) response.headers.append(name, value);
  return answer(response);
}

function decide(core: SessionCore, incoming: SessionRequest): Ready<Decision> {
  const path = pathOf(incoming.request);
  const { protected_resource: resource } = core.options;
  if (resource && path !== undefined && isMetadataPath(path)) {
    return resourceMetadata(core, resource, incoming, path).then(answer);
  }
  return proceed(core.effective.current(), (providers) =>
    decideFor(core, incoming, path, providers),
  );
}

function decideFor(
  core: SessionCore,
  incoming: SessionRequest,
  path: string | undefined,
  providers: Providers,
): Ready<Decision> {
  const { access } = core;
  if (path !== undefined && access.isRawCredential(path)) {
    return pass(core, incoming, providers, { kind: "none" });
  }
  const optional = path !== undefined && access.isSkipped(path);
  const identified = optional
    ? identifyOptional(core, incoming, providers)
    : identify(core, incoming, providers, false);
  return proceed(identified, (found): Ready<Decision> => {
    const outcome = violation(core, found, incoming, path) ?? found;
    return optional || outcome.kind === "identity"
      ? pass(core, incoming, providers, outcome)
      : withoutIdentity(core, incoming, path, providers, outcome);
  });
}

/** A public permission may cover the request; else it is refused. */
async function withoutIdentity(
  core: SessionCore,
  incoming: SessionRequest,
  path: string | undefined,
  providers: Providers,
  found: AuthenticationResult,
): Promise<Decision> {
  const isPublic = path !== undefined && (await core.access.isPublic(incoming, path));
  return isPublic ? pass(core, incoming, providers, found, true) : refuse(core, incoming, found);
}

/** What becomes of a request. Never throws: what cannot be decided is answered with 503. */
export const admit = (core: SessionCore, incoming: SessionRequest): Ready<Decision> =>
  attempt(
    () => decide(core, incoming),
    (error) => {
      const { log } = core.instances.runtime;
      if (!(error instanceof AuthError)) log.error("a session could not be decided", { error });
      return answer(unavailable(error));
    },
  );
