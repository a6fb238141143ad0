/** What a page may know of its own session, as JSON (login-session-wire 8, L-W42). */
import type { Handler } from "hono";
import { z } from "zod";
import { StartError } from "../errors.ts";
import { readFlags } from "../session/context.ts";
import { connectionOf } from "../session/incoming.ts";
import { type Instances, sessionInstance } from "../session/instances.ts";
import { flag, list, section, text } from "../settings/fields/field.ts";
import { namedMap } from "../settings/fields/named-map.ts";
import type { Demanding, Differences, MustBeNever } from "../std/type-differences.ts";
import { roleSet, scopeSet } from "./claims.ts";
import { failureAnswer, guardAnswer } from "./guard-answer.ts";
import { parseGuard } from "./guard-options.ts";
import type { SessionInfoOptions } from "./session-info-options.ts";

const schema = z.object({
  session_middleware: text(),
  information: section({
    /** Claims to copy; those that are absent stay absent. */
    values: list(),
    /** Members that are the same for every user. */
    custom: namedMap(z.unknown()),
    roles: flag(),
    scopes: flag(),
  }),
});

type Written = Demanding<z.input<typeof schema>, "session_middleware">;
type _Checked = MustBeNever<Differences<SessionInfoOptions, Written>>;
type Information = z.output<typeof schema>["information"];

function describe(information: Information, claims: Readonly<Record<string, unknown>>): object {
  const { values, custom, roles, scopes } = information;
  // `fromEntries` defines members: no name of a claim reaches a prototype (N-6).
  return Object.fromEntries([
    ...values.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]),
    ...Object.entries(custom),
    ...(roles ? [["roles", [...roleSet(claims)]]] : []),
    ...(scopes ? [["scopes", [...scopeSet(claims)]]] : []),
  ]);
}

/**
 * Answers any method: 200 with the configured members, 401 without a valid session, 503 while sessions
 * cannot be read. Finds its session by name and need not run behind it; refreshes when due.
 */
export function sessionInfo(options: SessionInfoOptions, instances: Instances): Handler {
  const { session_middleware, information } = parseGuard(schema, options, "session_info");
  if (session_middleware === "")
    throw new StartError("session_info: session_middleware: is required");
  const { runtime } = instances;

  return async (c) => {
    try {
      const session = sessionInstance(instances, session_middleware);
      const connection = connectionOf(c, runtime);
      const current = await session.current({
        request: c.req.raw,
        connection,
        flags: readFlags(c),
      });
      if (!current) return guardAnswer(401);
      const body = JSON.stringify(describe(information, current.identity.claims));
      const response = new Response(body, {
        headers: {
          "Content-Type": "application/json; charset=UTF-8",
          "Cache-Control": "no-store",
        },
      });
      for (const [name, value] of current.answer) response.headers.append(name, value);
      return response;
    } catch (error) {
      return failureAnswer(error, runtime.log);
    }
  };
}
