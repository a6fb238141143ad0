/** Paths where signing in is optional, and requests that are public (login-session-wire 2.8, 2.9). */

import type { Runtime } from "../runtime.ts";
import { remember } from "../std/bounded-map.ts";
import { compileGlob, type Glob } from "../std/glob.ts";
import { canonicalPath, rawPath } from "../std/request-path.ts";
import type { RequestHead } from "../web/request-head.ts";
import { hostOf } from "./incoming.ts";
import { authInstance, type Instances } from "./instances.ts";
import type { ParsedSession } from "./options.ts";
import type { SessionRequest } from "./session.ts";

export interface PublicAccess {
  /** Authentication is optional: `skip_paths`, or the public plane of a listed auth instance. */
  isSkipped(path: string): boolean;
  /** A public permission of a listed instance or check endpoint covers the request. */
  isPublic(incoming: SessionRequest, path: string): Promise<boolean>;
  /** A path that needs the raw credential: `{prefix}/oauth2/api-key` of listed instances. */
  isRawCredential(path: string): boolean;
}

const TIMEOUT_MS = 5_000;
/** Answers of remote checks are kept this long (L-W46). */
const REMEMBERED_MS = 3_000;
const MAX_REMEMBERED = 1_000;

/**
 * The path on which session, guards and routers agree; undefined when it could be read in two ways, and
 * then no pattern opens it (L-W17).
 */
export const pathOf = (request: RequestHead): string | undefined =>
  canonicalPath(rawPath(request.url));

function remoteCheck(url: string, { http, clock, log }: Runtime, insecure: boolean) {
  const decisions = new Map<string, { readonly allowed: boolean; readonly until: number }>();
  return async (body: string): Promise<boolean> => {
    const remembered = decisions.get(body);
    if (remembered && remembered.until > clock.now()) return remembered.allowed;
    let allowed = false;
    try {
      const headers = { "content-type": "application/json", accept: "application/json" };
      const request = new Request(url, { method: "POST", headers, body });
      const response = await http(request, { timeout: TIMEOUT_MS, insecure });
      const answer: unknown = response.status === 200 ? await response.json() : undefined;
      allowed = (answer as { allowed?: unknown } | undefined)?.allowed === true;
    } catch (error) {
      log.warn("a public check failed", { url, error });
      return false;
    }
    remember(decisions, body, { allowed, until: clock.now() + REMEMBERED_MS }, MAX_REMEMBERED);
    return allowed;
  };
}

export function publicAccess(options: ParsedSession, instances: Instances): PublicAccess {
  const { runtime } = instances;
  const skipped = options.skip_paths.map(compileGlob);
  const isUrl = (entry: string) => /^https?:\/\//.test(entry);
  const names = options.auth_skip_paths.filter((entry) => !isUrl(entry));
  const insecure = options.action.token.insecure_skip_verify;
  const checks = options.auth_skip_paths
    .filter(isUrl)
    .map((url) => remoteCheck(url, runtime, insecure));
  for (const glob of skipped.filter(({ malformed }) => malformed)) {
    runtime.log.warn("a skip path is not a valid pattern and matches nothing", {
      pattern: glob.source,
    });
  }
  const warned = new Set<string>();
  const compiled = new Map<string, { readonly open: Glob[]; readonly raw: Glob[] }>();

  /** Instances may be made after the session, so their names are resolved when they are needed. */
  function instance(name: string) {
    if (!instances.auth || !Object.hasOwn(instances.auth, name)) {
      if (!warned.has(name)) {
        warned.add(name);
        runtime.log.warn("auth_skip_paths names no auth middleware", { name });
      }
      return undefined;
    }
    return authInstance(instances, name);
  }

  function patterns(name: string) {
    const cached = compiled.get(name);
    if (cached) return cached;
    const auth = instance(name);
    if (!auth) return undefined;
    const globs = {
      open: auth.publicPaths.map(compileGlob),
      raw: auth.rawCredentialPaths.map(compileGlob),
    };
    compiled.set(name, globs);
    return globs;
  }

  return {
    isSkipped(path) {
      if (skipped.some((glob) => glob.matches(path))) return true;
      return names.some((name) => patterns(name)?.open.some((glob) => glob.matches(path)));
    },

    isRawCredential(path) {
      return names.some((name) => patterns(name)?.raw.some((glob) => glob.matches(path)));
    },

    async isPublic({ request, connection }, path) {
      if (names.length + checks.length === 0) return false;
      const host = hostOf(request, connection);
      const { method } = request;
      for (const name of names) {
        const auth = instance(name);
        // The API takes the path as in the request line.
        if (auth && (await auth.check({ host, path: rawPath(request.url), method })).allowed) {
          return true;
        }
      }
      if (checks.length === 0) return false;
      const body = JSON.stringify({ host, path, method });
      for (const check of checks) if (await check(body)) return true;
      return false;
    },
  };
}
