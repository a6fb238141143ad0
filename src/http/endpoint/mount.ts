/** Turns one endpoint into a Hono handler: guard, parameters, body, function, error renderer. */
import type { z } from "zod";
import { type Call, forced, type Service, within } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { admit } from "../../iam/administrators/admin.ts";
import { countRequest } from "../../iam/attempts.ts";
import {
  actorOf,
  askerOf,
  type CallerContext,
  principalOf,
  requireCaller,
} from "../../iam/caller.ts";
import { requirePageCaller } from "../../iam/owner.ts";
import { limited } from "../../management/limited.ts";
import { describeFaults } from "../../settings/document/faults.ts";
import { memberNames } from "../../settings/document/member-names.ts";
import { attempt, proceed, type Ready } from "../../std/ready.ts";
import { requireOwnPage } from "../../web/own-page.ts";
import type { Answered } from "../../web/reply.ts";
import { mediaType } from "../../web/request-body.ts";
import { readForm, readJson } from "./body.ts";
import {
  type Body,
  changesOwn,
  type Endpoint,
  type Family,
  type Plane,
  takesForce,
} from "./endpoint.ts";
import { renderError } from "./errors/render.ts";
import { findAgain, sinceSeen, withVersion } from "./own-writes.ts";
import { objectMembers } from "./schema-members.ts";

/** What `router/app.ts` hands to every handler of one request. */
export interface OpenedRequest {
  readonly call: Call;
  /** Read on demand: most machine endpoints know clients and tokens, not callers. */
  readonly readCaller: () => Ready<KnownCaller>;
}

/** A caller, and the call on a snapshot that knows them if one does. */
export interface KnownCaller {
  readonly call: Call;
  readonly caller: CallerContext;
}

/** What endpoints that never look at the caller are given. */
const NO_CALLER: CallerContext = { caller: { kind: "absent" }, sessionRan: true };

const CALLERLESS: ReadonlySet<Family> = new Set(["oauth", "sign-in"]);

const looksAtCaller = ({ plane, family }: Endpoint) =>
  plane === "admin" || plane === "caller" || (plane === "public" && !CALLERLESS.has(family));

/** P-3: the plane of the endpoint decides; nothing else grants access. Answers the call, held to the rights of the caller. */
function guard({ plane, family, act }: Endpoint, call: Call, caller: CallerContext): Call {
  if (plane === "caller") requireCaller(caller);
  if (family === "page") requirePageCaller(caller);
  const limits = plane === "admin" ? admit(call, caller, act) : undefined;
  return limits ? limited(call, limits) : call;
}

/** What is guessed there of the caller's own account is counted for the sign-in (I-7). */
function withinSignIn(call: Call, caller: CallerContext): Call {
  const user = principalOf(caller);
  return user && caller.sid !== undefined ? within(call, user.id, caller.sid) : call;
}

/** B-2: on the planes that know a caller a browser may change state only from our own origin. */
function guardOrigin(request: Request, plane: Plane, call: Call): void {
  if ((plane !== "caller" && plane !== "admin") || request.method === "GET") return;
  requireOwnPage(request, () => [call.pageOrigin()], "fetch");
}

/** No name that can be stored or looked up has U+0000; Postgres takes none in a text. */
function withoutNul<T extends Readonly<Record<string, string | string[]>>>(
  values: T,
  message: string,
): T {
  for (const [name, value] of Object.entries(values)) {
    if ([value].flat().some((text) => text.includes("\0"))) {
      throw new AuthError("invalid_request", message, {
        detail: `${name}: must not contain U+0000`,
      });
    }
  }
  return values;
}

function check<T>(schema: z.ZodType<T>, value: unknown, message: string, root: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { detail, messages } = describeFaults(result.error.issues, value, root);
  throw new AuthError("invalid_request", message, { detail, messages });
}

/** `key[op]=value`: the operator is tolerated and ignored (auth-wire 1.4). */
function withoutOperator(spelled: string): string {
  const bracket = spelled.indexOf("[");
  return bracket > 0 && spelled.endsWith("]") ? spelled.slice(0, bracket) : spelled;
}

/** `force=true` of a write: what it would lock out is known to the one who asks (decision E-13). */
const forces = (endpoint: Endpoint, url: string): boolean =>
  takesForce(endpoint) && new URL(url).searchParams.get("force") === "true";

/** First value of each known parameter; lists for those whose schema is an array. */
function queryOf(url: string, schema: z.ZodType): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  const { known, lists } = objectMembers(schema);
  for (const [spelled, value] of new URL(url).searchParams) {
    const name = withoutOperator(spelled);
    if (!known.has(name)) continue;
    const before = query[name];
    if (lists.has(name)) {
      const values = value.split(",").filter((part) => part !== "");
      query[name] = [...(Array.isArray(before) ? before : []), ...values];
    } else if (before === undefined) {
      query[name] = value;
    }
  }
  return query;
}

type BodyReader = (request: Request) => Ready<unknown>;

function formReader(body: Body<unknown>): BodyReader {
  const { known, lists } = objectMembers(body.schema);
  return (request) => {
    const absent = body.optional && !request.headers.has("content-type");
    return proceed(absent ? {} : readForm(request, known, lists), (fields) =>
      check(body.schema, fields, body.message, "body"),
    );
  };
}

function jsonReader(body: Body<unknown>, family: Family): BodyReader {
  // Clients of the management API spell members in any case (4d); the norms of OAuth do not allow it.
  const looseNames = family === "service" || family === "iam";
  const named = looseNames ? memberNames(body.described ?? body.schema) : (value: unknown) => value;
  const withMessage = (cause: unknown): never => {
    if (!(cause instanceof AuthError) || cause.message !== "") throw cause;
    throw new AuthError(cause.code, body.message, {
      cause: cause.cause,
      status: cause.status,
      ...(cause.detail && { detail: cause.detail }),
    });
  };
  const rules = { exact: body.exactNumbers, optional: body.optional };
  const read = (request: Request): Ready<unknown> =>
    proceed(readJson(request, rules), (value) =>
      check(body.schema, named(value), body.message, "body"),
    );
  return (request) => attempt(() => read(request), withMessage);
}

function bodyReader(body: Body<unknown>, family: Family): BodyReader {
  if (body.kind === "form") return formReader(body);
  const readsJson = jsonReader(body, family);
  if (body.kind === "json") return readsJson;
  const readsForm = formReader(body);
  return (request) =>
    mediaType(request) === "application/x-www-form-urlencoded"
      ? readsForm(request)
      : readsJson(request);
}

export function handlerOf(service: Service, endpoint: Endpoint) {
  const { plane, family, params, handle, readsItself } = endpoint;
  const { query, body } = readsItself ? {} : endpoint;
  const readBody = body && body.kind !== "file" ? bodyReader(body, family) : undefined;
  const asksCaller = looksAtCaller(endpoint);
  const counted = changesOwn(endpoint);
  const guesses = asksCaller && (endpoint.method !== "get" || endpoint.changesState === true);
  const manages = plane === "admin";
  const showsVersion = manages || counted;
  const { log } = service.runtime;
  return (
    { call: begun, readCaller }: OpenedRequest,
    request: Request,
    pathParameters: Readonly<Record<string, string>>,
  ): Ready<Answered> => {
    const invoke = ({ call: known, caller }: KnownCaller): Ready<Answered> => {
      if (asksCaller && caller.sessionRan) service.front.session = true;
      if (asksCaller) known.asker.principal = askerOf(caller);
      const call = guard(endpoint, known, caller);
      guardOrigin(request, plane, call);
      const guessing = guesses ? withinSignIn(call, caller) : call;
      const admitted =
        manages || plane === "caller" ? sinceSeen(guessing, request.headers) : guessing;
      return proceed(admitted, (call) =>
        counted
          ? proceed(countRequest(call, "own_change", requireCaller(caller).id), () =>
              work(call, caller),
            )
          : work(call, caller),
      );
    };
    const work = (admitted: Call, caller: CallerContext): Ready<Answered> => {
      const forcing = forces(endpoint, request.url) && !admitted.limits;
      const call = forcing ? forced(admitted) : admitted;
      const checked = {
        caller,
        actor: actorOf(caller),
        request,
        params:
          params &&
          check(
            params,
            withoutNul(pathParameters, "cannot parse path"),
            "cannot parse path",
            "path",
          ),
        query:
          query &&
          check(
            query,
            withoutNul(queryOf(request.url, query), "cannot parse query"),
            "cannot parse query",
            "query",
          ),
      };
      const run = (body: unknown): Ready<Answered> => {
        const at = (call: Call) => handle({ ...checked, call, body });
        return manages ? findAgain(call, request.url, at) : at(call);
      };
      const answer = readBody ? proceed(readBody(request), run) : run(undefined);
      return showsVersion ? proceed(answer, (done) => withVersion(call, done)) : answer;
    };
    return attempt(
      () =>
        asksCaller ? proceed(readCaller(), invoke) : invoke({ call: begun, caller: NO_CALLER }),
      (error) => renderError(family, error, log, request, begun),
    );
  };
}
