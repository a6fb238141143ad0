/** Decides one request: the order of login-session-wire 2.8 and the outcomes of 2.19. */
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import { attempt, proceed, type Ready } from "../std/ready.ts";
import { wantsPage } from "../web/accept.ts";
import { redirectToLogin, unauthorized, unavailable } from "./answers.ts";
import type { SessionCore } from "./core.ts";
import type { Found } from "./found.ts";
import { identify } from "./identify.ts";
import { challengeUrl, resourceMetadata, violatesAudience } from "./own-resource.ts";
import { pass } from "./pass.ts";
import { isMetadataPath } from "./protected-resource.ts";
import { pathOf } from "./public-access.ts";
import type { Admission, AnswerHeaders, Asked } from "./session.ts";
import { expiredCookie } from "./session-cookie.ts";

const answer = (response: Response): Admission => ({ kind: "answer", response });

const WRONG_AUDIENCE = {
  kind: "refused",
  via: "bearer",
  reason: "token audience does not cover this resource",
} as const satisfies Found;

/** Where signing in is optional, programs stay anonymous while nothing can be checked; a browser gets the error. */
const identifyOptional = (core: SessionCore, asked: Asked, providers: Providers): Ready<Found> =>
  attempt<Found>(
    () => identify(core, asked, providers, true),
    (error) => {
      const passing =
        error instanceof AuthError &&
        (error.code === "unavailable" || error.code === "too_many_requests");
      if (!passing || wantsPage(asked.request)) throw error;
      return { kind: "refused", via: "bearer", reason: error.message };
    },
  );

/** Only this record: one that a login or refresh stored in its place stays (L-W23). */
async function endSession(core: SessionCore, asked: Asked, found: Found): Promise<AnswerHeaders> {
  if (found.kind !== "ended") return [];
  const { store } = await core.backend.open();
  await store.remove(found.session.key, found.session.entry.revision);
  return expiredCookie(core, asked);
}

/** Not signed in: a browser is sent to the login page, other clients are refused (2.12). */
async function refuse(core: SessionCore, asked: Asked, found: Found): Promise<Admission> {
  const { options } = core;
  const metadataUrl = challengeUrl(core, asked);
  if (found === WRONG_AUDIENCE) {
    const description = WRONG_AUDIENCE.reason;
    return answer(unauthorized(options, { metadataUrl, error: "invalid_token", description }));
  }
  if (found.kind === "refused") {
    const token = found.via === "bearer" ? { error: "invalid_token" } : {};
    return answer(unauthorized(options, { metadataUrl, ...token }));
  }
  const ended = await endSession(core, asked, found);
  const { login_path, redirect_always } = options.action.token;
  const toPage = redirect_always || wantsPage(asked.request);
  const response =
    login_path !== "" && toPage && !asked.flags?.disable_redirect
      ? redirectToLogin(options, asked)
      : unauthorized(options, { metadataUrl });
  for (const [name, value] of ended) response.headers.append(name, value);
  return answer(response);
}

function decide(core: SessionCore, asked: Asked): Ready<Admission> {
  const path = pathOf(asked.request);
  const { protected_resource: resource } = core.options;
  if (resource && path !== undefined && isMetadataPath(path)) {
    return resourceMetadata(core, resource, asked, path).then(answer);
  }
  return proceed(core.effective.current(), (providers) => decideFor(core, asked, path, providers));
}

function decideFor(
  core: SessionCore,
  asked: Asked,
  path: string | undefined,
  providers: Providers,
): Ready<Admission> {
  const { access } = core;
  if (path !== undefined && access.isRawCredential(path)) {
    return pass(core, asked, providers, { kind: "none" });
  }
  const optional = path !== undefined && access.isSkipped(path);
  const identified = optional
    ? identifyOptional(core, asked, providers)
    : identify(core, asked, providers, false);
  return proceed(identified, (found): Ready<Admission> => {
    const isIdentity = found.kind === "identity";
    const violates = isIdentity && violatesAudience(core, found.identity, asked, path ?? "");
    if (optional || (isIdentity && !violates)) {
      return pass(core, asked, providers, violates ? WRONG_AUDIENCE : found);
    }
    return withoutIdentity(core, asked, path, providers, violates ? WRONG_AUDIENCE : found);
  });
}

/** A public permission may cover the request; else it is refused. */
async function withoutIdentity(
  core: SessionCore,
  asked: Asked,
  path: string | undefined,
  providers: Providers,
  found: Found,
): Promise<Admission> {
  const isPublic = path !== undefined && (await core.access.isPublic(asked, path));
  return isPublic ? pass(core, asked, providers, found, true) : refuse(core, asked, found);
}

/** What becomes of a request. Never throws: what cannot be decided is answered with 503. */
export const admit = (core: SessionCore, asked: Asked): Ready<Admission> =>
  attempt(
    () => decide(core, asked),
    (error) => {
      const { log } = core.instances.runtime;
      if (!(error instanceof AuthError)) log.error("a session could not be decided", { error });
      return answer(unavailable(error));
    },
  );
