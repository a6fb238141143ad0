/** Every failure becomes an AuthError; causes go to the log and never to the caller (N-8). */
import { type Call, toldBy } from "../../../call.ts";
import { AuthError } from "../../../errors.ts";
import { logRefusal } from "../../../events/log-refusal.ts";
import { message as sentence } from "../../../messages/message.ts";
import { AuthorizationError, clientAnswer } from "../../../oauth2/authorization-response.ts";
import type { Logger } from "../../../runtime.ts";
import { rawPath } from "../../../std/request-path.ts";
import { unavailableFor } from "../../../store/availability.ts";
import { prefersHtml } from "../../../web/accept.ts";
import { nonceHeader, proofChallenge } from "../../../web/dpop-challenge.ts";
import { errorEnvelope, retryHeader } from "../../../web/errors/envelope.ts";
import { describable, oauthCode, oauthError } from "../../../web/errors/oauth.ts";
import { noticePage } from "../../../web/errors/page.ts";
import type { PageContext } from "../../../web/pages/layout.ts";
import { type Answered, type Reply, withHeaders } from "../../../web/reply.ts";
import { errorText } from "../../../web/texts/catalogues.ts";
import { goOn } from "../client-answer.ts";
import type { Family } from "../endpoint.ts";
import { textOf, textOutside } from "./page-text.ts";

/** What was thrown, as a refusal: a lost database is a 503, a defect a 500 without details. */
function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  return (
    unavailableFor(error) ??
    new AuthError("server_error", sentence("refusal.defect"), { cause: error })
  );
}

/** Every refusal is an event; before the service has started there is only the log. */
function report(error: AuthError, log: Logger, request: Request, call?: Call): void {
  const where = {
    method: request.method,
    path: rawPath(request.url),
    ...(call?.connection.requestId && { request_id: call.connection.requestId }),
  };
  if (!call) logRefusal(log, error, where);
  else {
    const { service, asker } = call;
    const by = asker.principal;
    service.events.emit({ type: "request.refused", error, ...where, ...toldBy(call), by });
  }
}

/** RFC 9110 §15.5.2, RFC 6750 §3.1: how to authenticate, or what the token that came lacks. */
function bearerChallenge(refusal: AuthError): Record<string, string> {
  const { status, code } = refusal;
  const proof = status === 401 ? proofChallenge(refusal) : undefined;
  if (proof) return proof;
  const bearer = 'Bearer realm="postern"';
  if (status === 401) return { "WWW-Authenticate": bearer };
  return code === "insufficient_scope"
    ? { "WWW-Authenticate": `${bearer}, error="insufficient_scope"` }
    : {};
}

/** RFC 6749 §5.2: Basic is offered to the client that used it. */
function oauthChallenge(refusal: AuthError, request: Request): Record<string, string> {
  const { status, code, dpop } = refusal;
  // RFC 9449 §8: at the token endpoint the nonce alone.
  if (status !== 401) return dpop ? nonceHeader(dpop) : {};
  const proof = proofChallenge(refusal);
  if (proof) return proof;
  if (code === "invalid_token") {
    return { "WWW-Authenticate": `Bearer realm="oauth2", error="invalid_token"` };
  }
  if (code === "unauthenticated") return { "WWW-Authenticate": `Bearer realm="oauth2"` };
  const usedBasic = /^basic\b/i.test(request.headers.get("authorization") ?? "");
  return code === "invalid_client" && usedBasic
    ? { "WWW-Authenticate": `Basic realm="oauth2", charset="UTF-8"` }
    : {};
}

function oauthReply(refusal: AuthError, request: Request): Reply {
  const { code, status, message, detail } = refusal;
  // RFC 6750 §3.1: without any credential there is no error code; `invalid_request` would mean a 400.
  const error = code === "unauthenticated" ? undefined : oauthCode(code);
  return oauthError(status, error, [message, detail].filter(Boolean).join(": "), {
    Pragma: "no-cache",
    ...oauthChallenge(refusal, request),
    ...retryHeader(refusal),
  });
}

/** Back to a client through the browser (RFC 6749 §4.1.2.1; Z-4). */
function redirectBack({ address, code, message }: AuthorizationError, call: Call): Answered {
  const error_description = describable(message);
  return goOn(call, clientAnswer(address, { error: code, error_description }));
}

/** The account page, where this surface has it: a signed-in person gets on there, others sign in. */
function wayOn(call: Call): { href: string; text: string } | undefined {
  const { surface, prefix_path: prefix } = call.service.options;
  return surface === "public"
    ? undefined
    : { href: `${prefix}/ui/`, text: errorText(call).toAccount };
}

function errorPage(refusal: AuthError, call: Call): Response {
  const { status, code, message, detail } = refusal;
  return noticePage(call, status, {
    ...textOf(call, refusal),
    reason: [message, detail === code ? undefined : detail].filter(Boolean).join(": "),
    reference: call.connection.requestId,
    // Without a login page the account would only say the same.
    next: status === 401 ? undefined : wayOn(call),
  });
}

/**
 * A refusal where no route is known: a page for a browser, JSON of the service for a program.
 * @param context where the page is shown; a `Call` also knows a way on
 */
export function renderOutside(
  error: unknown,
  log: Logger,
  request: Request,
  context: Call | (PageContext & { readonly service?: never }),
  requestId?: string,
): Answered {
  if (!prefersHtml(request, false)) return renderError("service", error, log, request);
  const refusal = toAuthError(error);
  const call = context.service && context;
  report(refusal, log, request, call);
  const page = noticePage(context, refusal.status, {
    ...textOutside(context, refusal),
    reference: requestId,
    next: call && wayOn(call),
  });
  for (const [name, value] of Object.entries(retryHeader(refusal))) page.headers.set(name, value);
  return page;
}

interface Refused {
  readonly refusal: AuthError;
  readonly request: Request;
  /** Absent while no route is known or the service has not started. */
  readonly call: Call | undefined;
}

type Render = (refused: Refused) => Answered;

const inEnvelope: Render = ({ refusal }) => errorEnvelope(refusal, bearerChallenge(refusal));

/** The management API, which the console calls: its refusals are sentences by id, too (ADR 0040). */
const saidById: Render = ({ refusal }) =>
  errorEnvelope(refusal, bearerChallenge(refusal), refusal.messages);

const asOAuth: Render = ({ refusal, request }) => oauthReply(refusal, request);

/** To the client where it may hear of it, else to the person. */
function inBrowser(refusal: AuthError, call: Call): Answered {
  const redirects = refusal instanceof AuthorizationError;
  const answer = redirects ? redirectBack(refusal, call) : errorPage(refusal, call);
  return withHeaders(answer, retryHeader(refusal));
}

/**
 * A redirect where there is one, a page for a browser, and the JSON of auth-wire 5.9 for a program.
 * @param unnamed what a request gets that names neither HTML nor JSON: a page, or JSON
 */
const inBrowserOrOAuth =
  (unnamed: boolean): Render =>
  (refused) => {
    const { refusal, request, call } = refused;
    const browses = refusal instanceof AuthorizationError || prefersHtml(request, unnamed);
    return call && browses ? inBrowser(refusal, call) : asOAuth(refused);
  };

/** How each family answers a refusal. */
const RENDER: Readonly<Record<Family, Render>> = {
  service: saidById,
  iam: saidById,
  "sign-in": (refused) => {
    const { refusal, request, call } = refused;
    return call && prefersHtml(request, false) ? inBrowser(refusal, call) : inEnvelope(refused);
  },
  oauth: asOAuth,
  authorization: inBrowserOrOAuth(false),
  page: inBrowserOrOAuth(true),
};

/** @param call absent while no route is known or the service has not started */
export function renderError(
  family: Family,
  error: unknown,
  log: Logger,
  request: Request,
  call?: Call,
): Answered {
  const refusal = toAuthError(error);
  report(refusal, log, request, call);
  return RENDER[family]({ refusal, request, call });
}
