/**
 * An endpoint is data: method, path, plane, schemas, answers, and the function behind them. The same
 * object validates, guards, renders errors and becomes an operation of the API description.
 */
import type { z } from "zod";
import type { Call } from "../../call.ts";
import type { CallerContext } from "../../iam/caller.ts";
import type { Act } from "../../settings/administration.ts";
import type { Answered } from "../../web/reply.ts";

/**
 * Who may call (P-3). `public` has no caller, `client` authenticates an OAuth client itself, `caller`
 * needs a resolved X-User, `admin` needs the admin permission, or fewer rights that hold the act.
 */
export type Plane = "public" | "client" | "caller" | "admin";

/**
 * Which of the response families renders errors (auth-wire 1.1, 1.2). `page` is HTML for people;
 * `authorization` sends the error back to the client where it may, and is a page for browsers; `sign-in` is
 * `service`, and a page for browsers.
 */
export type Family = "oauth" | "service" | "iam" | "page" | "authorization" | "sign-in";

export type Method = "get" | "post" | "put" | "patch" | "delete";

export interface Answer {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly contentType?: string;
  readonly example?: unknown;
}

export interface Body<B> {
  /** `form or json`: by the media type of the request (decisions 4a, K-1). `file`: the function reads it itself. */
  readonly kind: "json" | "form" | "form or json" | "file";
  readonly schema: z.ZodType<B>;
  /** Shown in the API description instead, where reading takes less than the route means. */
  readonly described?: z.ZodType;
  /** The document is given back as it came, so a number that would lose digits is refused (4d). */
  readonly exactNumbers?: boolean;
  /** A request without body and media type is answered too. */
  readonly optional?: boolean;
  /** `message` of the error when the body does not parse (auth-wire 1.2). */
  readonly message: string;
  readonly example?: unknown;
}

export interface Definition<P, Q, B> {
  readonly method: Method;
  /** Below the prefix; from the root of the origin with `root`. Hono syntax. */
  readonly path: string;
  readonly root?: boolean;
  readonly plane: Plane;
  /** On the plane `admin`: what others than full administrators need for it. Absent: it is for those alone (ADR 0090). */
  readonly act?: Act;
  readonly family: Family;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: Body<B>;
  /** The function reads query and form from the request itself; the schemas only describe them. */
  readonly readsItself?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  /** A GET that stores or uses up something: HEAD, which may change nothing, is refused (I-10). */
  readonly changesState?: boolean;
  /** The answer depends on path and origin alone, see `router/documents.ts`. */
  readonly document?: boolean;
  /** Open to browsers of any origin without credentials (N-9, O16). */
  readonly cors?: boolean;
}

/** What the function behind an endpoint gets: everything checked. */
interface Invocation<P, Q, B> {
  readonly call: Call;
  readonly caller: CallerContext;
  /** Written to `updated_by` and `auth_events.actor`. */
  readonly actor: string;
  readonly request: Request;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

export type Handler<P, Q, B> = (invocation: Invocation<P, Q, B>) => Answered | Promise<Answered>;

export interface Endpoint<P = unknown, Q = unknown, B = unknown> extends Definition<P, Q, B> {
  readonly handle: Handler<P, Q, B>;
}

/** Whether it may be forced to lock administrators out: writes by people, and of the API alone. */
export const takesForce = ({ plane, method, family }: Endpoint): boolean =>
  (plane === "admin" || plane === "caller") &&
  method !== "get" &&
  (family === "service" || family === "iam");

/** Whether people change with it what is their own, which is counted; `caller` asks only who they are. */
export const changesOwn = ({ plane, method }: Pick<Endpoint, "plane" | "method">): boolean =>
  plane === "caller" && method !== "get";

/** Path of an endpoint in Hono syntax; empty for `{prefix}` itself where the prefix is the root. */
export const routePath = (prefix: string, { root, path }: Endpoint): string =>
  root ? path : `${prefix}${path}`;

/** Binds a definition to its function; the types of parameters and body flow into it. */
export function endpoint<P = unknown, Q = unknown, B = unknown>(
  definition: Definition<P, Q, B>,
  handle: Handler<P, Q, B>,
): Endpoint {
  return { ...definition, handle } as unknown as Endpoint;
}
