/** Decides for an external proxy: nginx auth_request, Traefik, Caddy (login-session-wire 6; L-W18). */

import type { Handler } from "hono";
import { z } from "zod";
import { getSession, readFlags, type SessionState } from "../session/context.ts";
import { identityHeaders } from "../session/identity.ts";
import { connectionOf } from "../session/incoming.ts";
import { type Instances, sessionInstance } from "../session/instances.ts";
import { identityHeadersOf } from "../session/pass.ts";
import { folded } from "../session/request-headers.ts";
import type { AnswerHeaders, Decision, Session, SessionRequest } from "../session/session.ts";
import { syncSession } from "../session/session-internals.ts";
import { headerName, isHeaderName } from "../settings/fields/address-field.ts";
import { checkedList, flag, text } from "../settings/fields/field.ts";
import { attempt, proceed, type Ready } from "../std/ready.ts";
import type { Differences, MustBeNever } from "../std/type-differences.ts";
import { wantsPage } from "../web/accept.ts";
import { NONCE_HEADER, nonceHeader } from "../web/dpop-challenge.ts";
import { requestOrigin } from "../web/origin.ts";
import { type Answered, type Reply, toResponse } from "../web/reply.ts";
import type { RequestHead } from "../web/request-head.ts";
import { accessDecision, decisionShape } from "./ask-permission.ts";
import type { ForwardAuthOptions } from "./forward-auth-options.ts";
import { clientRequestOf, type Forwarded, forwardedReader } from "./forwarded-request.ts";
import { failureAnswer, guardAnswer } from "./guard-answer.ts";
import { parseGuard } from "./guard-options.ts";
import { type Subject, subjectReader } from "./subject.ts";

const schema = z.object({
  ...decisionShape,
  /** Identifies the caller of the forwarded request; without it, a session in front of this route. */
  session_middleware: text(),
  method_header: headerName("X-Forwarded-Method"),
  host_header: headerName("X-Forwarded-Host"),
  uri_header: headerName("X-Forwarded-Uri"),
  /** Copied from the request to the 200 answer; identity headers never are. */
  pass_headers: checkedList(
    (entry) => (isHeaderName(entry) ? entry : undefined),
    "must be the name of an HTTP header",
  ),
  /** Browsers that must sign in get 302 to the login page; for proxies that relay it. */
  redirect: flag(),
  /** X-User counts where no session ran: only when the proxy always sets or removes it. */
  trust_x_user: flag(),
});

type _Checked = MustBeNever<Differences<ForwardAuthOptions, z.input<typeof schema>>>;

const NAME = "forward_auth";
/** A session has seen the request: what it found counts alone. */
const NO_HEADERS = new Headers();
const ANONYMOUS: Subject = { kind: "anonymous" };
/** Where a browser signs in; a 401 has no other place for it. */
const LOGIN_URL = "X-Login-Url";

/** Identity headers when no session of ours has more of them. */
const IDENTITY_HEADERS = identityHeaders(new Map());

/** What is known of the caller of the forwarded request. */
interface ForwardedCaller {
  readonly subject: Subject;
  /** The session found a public permission. */
  readonly isPublic: boolean;
  /** For the 200 answer: the identity headers. */
  readonly set: Readonly<Record<string, string>>;
  /**
   * Every identity header (L-W4). The 200 answer has all of them, empty when unknown: otherwise a proxy
   * that copies only present headers would let its client's own header through.
   */
  readonly reserved: readonly string[];
  /** For every answer: a session that was renewed or ended. */
  readonly cookies: AnswerHeaders;
  /** The session's challenge, for the 401. */
  readonly challenge?: string | undefined;
  /** What its client should put into the next proof of a key (RFC 9449 §9). */
  readonly nonce?: string | undefined;
}

const cookiesOf = (response: Response): [string, string][] => [
  ...response.headers.getSetCookie().map((value): [string, string] => ["Set-Cookie", value]),
];

/** An answer that only says "not signed in" leaves the decision to public permissions. */
const isUnidentified = ({ status }: Response) => status < 400 || status === 401 || status === 407;

function callerOf(
  admission: Decision,
  readSubject: ReturnType<typeof subjectReader>,
  reserved: readonly string[],
): ForwardedCaller | Response {
  if (admission.kind === "pass") {
    const { state, set, answer } = admission;
    const subject = readSubject(state, NO_HEADERS);
    return { subject, isPublic: state.public_access, set, reserved, cookies: answer };
  }
  const { response } = admission;
  if (!isUnidentified(response)) return response;
  return {
    subject: ANONYMOUS,
    isPublic: false,
    set: {},
    reserved,
    cookies: cookiesOf(response),
    challenge: response.headers.get("www-authenticate") ?? undefined,
    nonce: response.headers.get(NONCE_HEADER) ?? undefined,
  };
}

/** Absolute, because proxies resolve a relative one against their own address of this service. */
function loginLocation(
  session: Session,
  incoming: SessionRequest,
  { uri }: Forwarded,
): string | undefined {
  const url = session.loginUrl(uri);
  return url === undefined ? undefined : new URL(url, session.origin(incoming)).href;
}

/** @param state what a session in front of the route left, when there is one */
export type DecideForwarded = (incoming: SessionRequest, state?: SessionState) => Ready<Answered>;

/**
 * Answers a proxy, never clients: its forwarded headers are believed, so it must not be reachable
 * without the proxy. 200 with the identity, 401 for an anonymous caller, 403 for a caller without permission, 302 to the login page with `redirect`. Without it, the 401 of a browser names the page in
 * `X-Login-Url`, for proxies that cannot relay a 302.
 */
export function forwardedDecision(
  options: ForwardAuthOptions,
  instances: Instances,
): DecideForwarded {
  const parsed = parseGuard(schema, options, NAME);
  const { runtime } = instances;
  const decide = accessDecision(parsed, instances, NAME);
  const readSubject = subjectReader(parsed, runtime.log, NAME);
  const readForwarded = forwardedReader(parsed);
  const audience = parsed.audience === "" ? [] : [parsed.audience];

  /** @param sent the request of the proxy itself */
  function findCaller(
    session: Session | undefined,
    incoming: SessionRequest,
    sent: RequestHead,
    state: SessionState | undefined,
  ): Ready<ForwardedCaller | Response> {
    if (session) {
      const sync = syncSession(session);
      // Redirects are decided here, so that a public permission comes before them.
      const flags = { ...incoming.flags, disable_redirect: true };
      return proceed(sync.admit({ ...incoming, flags, audience }), (admission) =>
        proceed(sync.providers(), (providers) =>
          callerOf(admission, readSubject, identityHeadersOf(providers)),
        ),
      );
    }
    // A session in front saw this route, so what it says of public access is about this route.
    // Only what such a session, or a trusted proxy, has put there itself.
    const subject = readSubject(state, sent.headers);
    const set: Record<string, string> = {};
    for (const name of state
      ? ["X-User", "X-User-Id", "X-Api-Key-Name"]
      : parsed.trust_x_user
        ? ["X-User", "X-Api-Key-Name"]
        : []) {
      const value = sent.headers.get(name);
      if (value !== null) set[name] = value;
    }
    return { subject, isPublic: false, set, reserved: IDENTITY_HEADERS, cookies: [] };
  }

  function allowedAnswer(request: RequestHead, { set, reserved }: ForwardedCaller): Reply {
    const headers: Record<string, string> = { "cache-control": "no-store" };
    if (parsed.pass_headers.length > 0) {
      const barred = new Set(["set-cookie", ...reserved].map(folded));
      for (const name of parsed.pass_headers) {
        const value = request.headers.get(name);
        if (value !== null && !barred.has(folded(name))) headers[name.toLowerCase()] = value;
      }
    }
    for (const name of reserved) headers[name.toLowerCase()] = "";
    for (const [name, value] of Object.entries(set)) headers[name.toLowerCase()] = value;
    return { status: 200, headers, text: "" };
  }

  function decideFor(
    { request, connection, flags = {} }: SessionRequest,
    state: SessionState | undefined,
    forwarded: Forwarded,
  ): Ready<Answered> {
    const { session_middleware: name } = parsed;
    const session = name === "" ? undefined : sessionInstance(instances, name);
    const client = clientRequestOf(request, forwarded, connection);
    const incoming = {
      ...client,
      flags,
      askedAt: () => requestOrigin(client.request, client.connection, []),
    };
    return proceed(findCaller(session, incoming, request, state), (caller) =>
      caller instanceof Response
        ? caller
        : answerFor(caller, session, request, incoming, forwarded),
    );
  }

  function answerFor(
    caller: ForwardedCaller,
    session: Session | undefined,
    request: RequestHead,
    incoming: SessionRequest,
    forwarded: Forwarded,
  ): Ready<Answered> {
    const { subject, isPublic } = caller;
    if (subject.kind === "refused") return guardAnswer(401, { message: subject.reason });
    const about = subject.kind === "known" ? subject : { alias: "" };
    const { host, path, method } = forwarded;
    const question = { ...about, host, path, method };
    return proceed(isPublic || decide(question), (allowed) => {
      const answer = allowed ? allowedAnswer(request, caller) : refuse(caller);
      if (caller.cookies.length === 0) return answer;
      const response = toResponse(answer);
      for (const [key, value] of caller.cookies) response.headers.append(key, value);
      return response;
    });

    function refuse({ challenge, nonce }: ForwardedCaller): Response {
      if (about.alias !== "") return guardAnswer(403);
      const isRead = method === "GET" || method === "HEAD";
      const canGo = isRead && wantsPage(request);
      const location = canGo && session ? loginLocation(session, incoming, forwarded) : undefined;
      if (location !== undefined && parsed.redirect) {
        const headers = { Location: location, "Cache-Control": "no-store" };
        return new Response(null, { status: 302, headers });
      }
      const headers = {
        ...(challenge && { "WWW-Authenticate": challenge }),
        ...nonceHeader({ nonce }),
        ...(location && { [LOGIN_URL]: location }),
      };
      return guardAnswer(401, {}, headers);
    }
  }

  return (incoming, state) => {
    const read = readForwarded(incoming.request.headers);
    if (read.kind === "unreadable") return guardAnswer(401, { message: read.reason });
    if (read.kind === "ambiguous") return guardAnswer(403, { message: read.reason });
    return attempt<Answered>(
      () => decideFor(incoming, state, read.forwarded),
      (error) => failureAnswer(error, runtime.log),
    );
  };
}

/** The same as a route of a Hono application. */
export function forwardAuth(options: ForwardAuthOptions, instances: Instances): Handler {
  const decide = forwardedDecision(options, instances);
  return (c) => {
    const connection = connectionOf(c, instances.runtime);
    const incoming = { request: c.req.raw, connection, flags: readFlags(c) };
    return proceed(decide(incoming, getSession(c)), (answer) => toResponse(answer));
  };
}
