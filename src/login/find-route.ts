/** Which route a path is: by whole segments, never by textual prefixes (L-W38; login-session-wire 3.2). */
import { BUTTON_LOGOS } from "./button-logo.ts";
import type { LoginMethods, LoginParts, MethodRoute } from "./login-parts.ts";
import { pathOf } from "./login-paths.ts";

export type Route =
  | { readonly name: "methods"; readonly group?: string }
  | { readonly name: "status"; readonly cookie?: string }
  | { readonly name: "script"; readonly file: string }
  | { readonly name: "button-logo"; readonly provider: string }
  | { readonly name: "method"; readonly route: MethodRoute; readonly provider: string }
  | { readonly name: "backchannel-logout"; readonly provider: string }
  | { readonly name: "info" | "sdk" | "sdk-types" | "enrollment" | "enroll" | "form" | "page" }
  /** Below our root, and nothing there. */
  | { readonly name: "missing" };

/** Segments after a route; undefined when the path is not that route. One final slash is tolerated. */
export function segmentsAfter(path: string, route: string): readonly string[] | undefined {
  if (path === route) return [];
  if (!path.startsWith(`${route}/`)) return undefined;
  const rest = path.slice(route.length + 1).replace(/\/$/, "");
  return rest === "" ? [] : rest.split("/");
}

const MISSING: Route = { name: "missing" };

/** What traces call the route: the path that configuration gives it, without what a browser put in. */
export const routeTemplate = (paths: LoginRoutes["paths"], route: Route): string =>
  route.name === "method" ? pathOf(paths, route.route.path) : `login ${route.name}`;

/** What the routes of one login are found by. */
type LoginRoutes = Pick<LoginParts, "paths" | "routes">;

/** The routes of all methods, the longer one first: `verify` of `signup/verify` is never the key of a provider. */
export const methodRoutes = (methods: LoginMethods): readonly MethodRoute[] =>
  Object.values(methods)
    .flatMap(({ routes }) => routes)
    .toSorted((a, b) => b.path.split("/").length - a.path.split("/").length);

/** The empty key is an unknown provider. */
function findMethod(
  { paths, routes }: LoginRoutes,
  method: MethodRoute["method"],
  path: string,
): Route | undefined {
  for (const route of routes) {
    const after =
      route.method === method ? segmentsAfter(path, pathOf(paths, route.path)) : undefined;
    if (!after) continue;
    const [provider = "", ...more] = after;
    return more.length > 0 ? MISSING : { name: "method", route, provider };
  }
  return undefined;
}

function findGet(login: LoginRoutes, path: string): Route | undefined {
  const { paths } = login;
  if (segmentsAfter(path, paths.enrollment)?.length === 0) return { name: "enrollment" };
  for (const address of [paths.methods, paths.methodsDefault]) {
    const [group, ...more] = segmentsAfter(path, address) ?? [undefined, ""];
    if (more.length === 0) return { name: "methods", ...(group !== undefined && { group }) };
  }
  if (path === paths.sdk) return { name: "sdk" };
  if (path === paths.sdkTypes) return { name: "sdk-types" };
  const route = findMethod(login, "GET", path);
  if (route) return route;
  if (segmentsAfter(path, paths.infoUi)?.length === 0) return { name: "info" };
  const [cookie, ...more] = segmentsAfter(path, paths.status) ?? [undefined, ""];
  if (more.length === 0) return { name: "status", ...(cookie !== undefined && { cookie }) };
  const [file, ...deeper] = segmentsAfter(path, paths.scripts) ?? [];
  const [provider, ...deepest] = deeper;
  if (file === BUTTON_LOGOS && provider !== undefined && deepest.length === 0)
    return { name: "button-logo", provider };
  return file !== undefined && deeper.length === 0 ? { name: "script", file } : undefined;
}

function findPost(login: LoginRoutes, path: string): Route | undefined {
  const { paths } = login;
  if (segmentsAfter(path, paths.enrollment)?.length === 0) return { name: "enroll" };
  const [provider, ...more] = segmentsAfter(path, paths.backchannelLogout) ?? [];
  if (provider !== undefined) {
    return more.length > 0 ? MISSING : { name: "backchannel-logout", provider };
  }
  const route = findMethod(login, "POST", path);
  if (route) return route;
  return path === paths.root || path === `${paths.root}/` ? { name: "form" } : undefined;
}

/**
 * Whether its GET stores, uses up or hands out something, so that HEAD has no answer (I-10): the two
 * ends of a flow, and a page that was asked for a code.
 */
export const changesState = ({ name }: Route, query: URLSearchParams): boolean =>
  name === "method" || (name === "page" && query.has("response_type"));

/** Undefined for a path that is not ours. HEAD finds what GET finds. */
export function findRoute(login: LoginRoutes, sent: string, path: string): Route | undefined {
  const { root } = login.paths;
  const method = sent === "HEAD" ? "GET" : sent;
  if (method === "GET" || method === "POST") {
    const route = method === "GET" ? findGet(login, path) : findPost(login, path);
    if (route) return route;
  } else if (findGet(login, path) ?? findPost(login, path)) {
    return MISSING;
  }
  // At the root of the origin only the root itself is the page: everything else has other owners.
  if (root === "") return path !== "/" ? undefined : method === "GET" ? { name: "page" } : MISSING;
  if (segmentsAfter(path, root) === undefined) return undefined;
  const reserved = segmentsAfter(path, `${root}/auth`) !== undefined;
  return method === "GET" && !reserved ? { name: "page" } : MISSING;
}
