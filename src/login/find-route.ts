/** Which route a path is: by whole segments, never by textual prefixes (L-W38; login-session-wire 3.2). */
import type { LoginPaths } from "./login-paths.ts";

export type Route =
  | { readonly name: "methods"; readonly group?: string }
  | { readonly name: "status"; readonly cookie?: string }
  | { readonly name: "script"; readonly file: string }
  | { readonly name: ProviderRoute; readonly provider: string }
  | { readonly name: "info" | "sdk" | "sdk-types" | "enrollment" | "enroll" | "form" | "page" }
  /** Below our root, and nothing there. */
  | { readonly name: "missing" };

type ProviderRoute =
  | "code"
  | "token"
  | "passkey"
  | "email"
  | "email-confirm"
  | "signup"
  | "signup-verify"
  | "reset"
  | "reset-confirm";

/** Segments after a route; undefined when the path is not that route. One final slash is tolerated. */
export function segmentsAfter(path: string, route: string): readonly string[] | undefined {
  if (path === route) return [];
  if (!path.startsWith(`${route}/`)) return undefined;
  const rest = path.slice(route.length + 1).replace(/\/$/, "");
  return rest === "" ? [] : rest.split("/");
}

const MISSING: Route = { name: "missing" };

/** A route that ends in a provider key; the empty key is an unknown provider. */
function providerRoute(name: ProviderRoute, after: readonly string[]): Route {
  const [provider = "", ...more] = after;
  return more.length > 0 ? MISSING : { name, provider };
}

function findGet(paths: LoginPaths, path: string): Route | undefined {
  if (segmentsAfter(path, paths.enrollment)?.length === 0) return { name: "enrollment" };
  for (const route of [paths.methods, paths.methodsDefault]) {
    const [group, ...more] = segmentsAfter(path, route) ?? [undefined, ""];
    if (more.length === 0) return { name: "methods", ...(group !== undefined && { group }) };
  }
  if (path === paths.sdk) return { name: "sdk" };
  if (path === paths.sdkTypes) return { name: "sdk-types" };
  const code = segmentsAfter(path, paths.code);
  if (code) return providerRoute("code", code);
  if (segmentsAfter(path, paths.infoUi)?.length === 0) return { name: "info" };
  const [cookie, ...more] = segmentsAfter(path, paths.status) ?? [undefined, ""];
  if (more.length === 0) return { name: "status", ...(cookie !== undefined && { cookie }) };
  const [file, ...deeper] = segmentsAfter(path, paths.scripts) ?? [];
  return file !== undefined && deeper.length === 0 ? { name: "script", file } : undefined;
}

/** The longer route first: `verify` and `confirm` are never provider keys. */
function findPost(paths: LoginPaths, path: string): Route | undefined {
  if (segmentsAfter(path, paths.enrollment)?.length === 0) return { name: "enroll" };
  const routes: readonly (readonly [ProviderRoute, string])[] = [
    ["token", paths.token],
    ["passkey", paths.passkey],
    ["email-confirm", `${paths.email}/confirm`],
    ["email", paths.email],
    ["signup-verify", `${paths.signup}/verify`],
    ["signup", paths.signup],
    ["reset-confirm", `${paths.reset}/confirm`],
    ["reset", paths.reset],
  ];
  for (const [name, route] of routes) {
    const after = segmentsAfter(path, route);
    if (after) return providerRoute(name, after);
  }
  return path === paths.root || path === `${paths.root}/` ? { name: "form" } : undefined;
}

/**
 * Whether its GET stores, uses up or hands out something, so that HEAD has no answer (I-10): the two
 * ends of a code flow, and a page that was asked for a code.
 */
export const changesState = ({ name }: Route, query: URLSearchParams): boolean =>
  name === "code" || (name === "page" && query.has("response_type"));

/** Undefined for a path that is not ours. HEAD finds what GET finds. */
export function findRoute(paths: LoginPaths, sent: string, path: string): Route | undefined {
  const { root } = paths;
  const method = sent === "HEAD" ? "GET" : sent;
  if (method === "GET" || method === "POST") {
    const found = method === "GET" ? findGet(paths, path) : findPost(paths, path);
    if (found) return found;
  } else if (findGet(paths, path) ?? findPost(paths, path)) {
    return MISSING;
  }
  // At the root of the origin only the root itself is the page: everything else has other owners.
  if (root === "") return path !== "/" ? undefined : method === "GET" ? { name: "page" } : MISSING;
  if (segmentsAfter(path, root) === undefined) return undefined;
  const reserved = segmentsAfter(path, `${root}/auth`) !== undefined;
  return method === "GET" && !reserved ? { name: "page" } : MISSING;
}
