/** Lets a request pass whose person signed in recently, or strongly enough (RFC 9470). */
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { StartError } from "../errors.ts";
import { getSession } from "../session/context.ts";
import type { Instances } from "../session/instances.ts";
import { challenge, RESOURCE_CORS } from "../session/protected-resource.ts";
import { flag, list } from "../settings/fields/field.ts";
import type { Differences, MustBeNever } from "../std/type-differences.ts";
import { authenticationShape, lackingAuthentication } from "./authentication.ts";
import type { RequireAuthenticationOptions } from "./authentication-options.ts";
import { guardAnswer } from "./guard-answer.ts";
import { parseGuard } from "./guard-options.ts";

const schema = z.object({ ...authenticationShape, methods: list(), noop: flag() });
type _Checked = MustBeNever<Differences<RequireAuthenticationOptions, z.input<typeof schema>>>;

const NAME = "authentication";

/**
 * 401 without an identity, and 401 `insufficient_user_authentication` with a challenge that says what sign-in
 * the operation needs. Runs behind a session or a resource server; the context flag `auth_noop` switches it off
 * for one request.
 */
export function requireAuthentication(
  input: RequireAuthenticationOptions,
  { runtime }: Pick<Instances, "runtime">,
): MiddlewareHandler {
  const options = parseGuard(schema, input, NAME);
  const { acr_values, max_age, methods, noop } = options;
  if (acr_values.length === 0 && max_age === undefined && !noop) {
    throw new StartError(`${NAME}: acr_values or max_age is required`);
  }
  const guarded = new Set(methods.map((method) => method.toUpperCase()));
  // HEAD runs the handler of GET.
  if (guarded.has("GET")) guarded.add("HEAD");

  return async (c, next) => {
    const applies = guarded.size === 0 || guarded.has(c.req.raw.method.toUpperCase());
    if (noop || c.get("auth_noop") === true || !applies) return next();
    const caller = getSession(c);
    if (!caller?.identity) return guardAnswer(401, { message: "claims not found" });
    const lacking = lackingAuthentication(options, caller.identity, runtime.clock.now());
    if (!lacking) return next();
    const { error, description, demands } = lacking;
    const header = challenge({
      metadataUrl: caller.resource?.metadata_url,
      ...{ error, error_description: description },
      ...demands,
    });
    const cors = caller.resource ? RESOURCE_CORS : {};
    return guardAnswer(
      401,
      { message: description, detail: error },
      { ...cors, "WWW-Authenticate": header },
    );
  };
}
