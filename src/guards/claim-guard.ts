/** One of several roles or scopes, or no entry: what both guards share (login-session-wire 8, L-W43). */
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { StartError } from "../errors.ts";
import { getSession, type Identity, type SessionState } from "../session/context.ts";
import type { GuardFlags } from "../session/variables.ts";
import { flag, list } from "../settings/fields/field.ts";
import type { Demanding, Differences, MustBeNever } from "../std/type-differences.ts";
import type { RequireRoleOptions, RequireScopeOptions } from "./claim-guard-options.ts";
import { guardAnswer } from "./guard-answer.ts";
import { parseGuard } from "./guard-options.ts";

/** A user is signed in. */
type Known = SessionState & { readonly identity: Identity };

const isKnown = (state: SessionState | undefined): state is Known => state?.identity !== undefined;

export interface ClaimGuard {
  /** `role` or `scope`; its list is the option with an `s` behind. */
  readonly kind: "role" | "scope";
  /** Context flag that switches this guard off for one request. */
  readonly off: keyof GuardFlags;
  readonly held: (caller: Known) => ReadonlySet<string>;
  /** Headers of the refusal. */
  readonly refusal?: (caller: Known, wanted: readonly string[]) => Record<string, string>;
}

const switches = { methods: list(), noop: flag() };
const schemas = {
  role: z.object({ roles: list(), ...switches }),
  scope: z.object({ scopes: list(), ...switches }),
};

type WrittenRole = Demanding<z.input<typeof schemas.role>, "roles">;
type WrittenScope = Demanding<z.input<typeof schemas.scope>, "scopes">;
type _CheckedRole = MustBeNever<Differences<RequireRoleOptions, WrittenRole>>;
type _CheckedScope = MustBeNever<Differences<RequireScopeOptions, WrittenScope>>;

function wantedOf(kind: ClaimGuard["kind"], input: unknown) {
  if (kind === "role") {
    const { roles, ...rest } = parseGuard(schemas.role, input, "role");
    return { wanted: roles, ...rest };
  }
  const { scopes, ...rest } = parseGuard(schemas.scope, input, "scope");
  return { wanted: scopes, ...rest };
}

export function claimGuard(
  { kind, off, held, refusal }: ClaimGuard,
  input: unknown,
): MiddlewareHandler {
  const { wanted, methods, noop } = wantedOf(kind, input);
  if (wanted.length === 0 && !noop) {
    throw new StartError(`${kind}: ${kind}s: must name at least one`);
  }
  const guarded = new Set(methods.map((method) => method.toUpperCase()));
  // HEAD runs the handler of GET.
  if (guarded.has("GET")) guarded.add("HEAD");

  return async (c, next) => {
    const isOff = noop || [off, "auth_noop"].some((name) => c.get(name) === true);
    const applies = guarded.size === 0 || guarded.has(c.req.raw.method.toUpperCase());
    if (isOff || !applies) return next();
    const caller = getSession(c);
    if (!isKnown(caller)) return guardAnswer(401, { message: "claims not found" });
    const holds = held(caller);
    if (wanted.some((name) => holds.has(name))) return next();
    return guardAnswer(403, { message: `${kind} not authorized` }, refusal?.(caller, wanted));
  };
}
