/** The paths of all endpoints, and what answers which method of each. Hono's router finds a path; it keeps no handlers. */
import { HonoRequest } from "hono/request";
import { METHOD_NAME_ALL } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import type { RouterRoute } from "hono/types";
import { getPath } from "hono/utils/url";
import type { Service } from "../../call.ts";
import {
  describedRoute,
  type NoteDuration,
  requestDurations,
} from "../../metrics/request-durations.ts";
import { nameSpan } from "../../runtime/traces.ts";
import { proceed, type Ready } from "../../std/ready.ts";
import { LOAD_FAMILIES, type LoadFamily } from "../../web/load-meter.ts";
import { type Answered, requestIdHeader, withHeaders } from "../../web/reply.ts";
import { type Endpoint, routePath } from "../endpoint/endpoint.ts";
import { handlerOf, type OpenedRequest } from "../endpoint/mount.ts";
import { ANY_ORIGIN } from "./cors.ts";

/** Hono asks for one with every path; ours are in the entry. */
const unused = async () => undefined;

/** The endpoint of a path and a method. */
export type Open = (
  opened: OpenedRequest,
  request: Request,
  parameters: Readonly<Record<string, string>>,
) => Ready<Answered>;

interface PathEntry {
  /** By the method as requests spell it. */
  readonly methods: Map<string, Open>;
  /** Methods for browsers of any origin. */
  readonly cors: Set<string>;
  /** A GET is there that changes nothing, so that HEAD may ask about its answer (RFC 9110 §9.3.2; I-10). */
  head: boolean;
}

/** In the order of `Allow`. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const isFixed = (path: string) => !/[:*{]/.test(path);

/** Which family of the load an endpoint counts for. */
function loadFamily({ family, path, root }: Endpoint): LoadFamily {
  if (family === "page" || path.startsWith("/ui") || path.startsWith("/swagger")) return "pages";
  if (path === "/check" || path === "/v1/check") return "check";
  if (root || path.startsWith("/oauth2/") || path.startsWith("/saml/")) return "oauth";
  return "management";
}

function openOf(
  { load, runtime }: Service,
  endpoint: Endpoint,
  handler: Handler,
  noteDuration: NoteDuration,
  route: string,
): Open {
  const cors = endpoint.cors ? ANY_ORIGIN : {};
  const family = LOAD_FAMILIES.indexOf(loadFamily(endpoint));
  const { traces } = runtime;
  const name = `${endpoint.method.toUpperCase()} ${route}`;
  return (opened, request, parameters) => {
    if (traces) nameSpan(traces.active(), name, route);
    const began = performance.now();
    return proceed(handler(opened, request, parameters), (answer) => {
      const { requestId } = opened.call.connection;
      const took = performance.now() - began;
      load.note(family, answer.status, runtime.clock.now(), took);
      noteDuration(answer.status, took);
      return withHeaders(answer, { ...cors, ...requestIdHeader(requestId) });
    });
  };
}

type Handler = ReturnType<typeof handlerOf>;

function entriesOf(service: Service, endpoints: readonly Endpoint[]): Map<string, PathEntry> {
  const entries = new Map<string, PathEntry>();
  const durations = requestDurations(service.runtime.meter);
  for (const endpoint of endpoints) {
    const path = routePath(service.options.prefix_path, endpoint);
    if (path === "") continue; // without a prefix, `{prefix}` and `{prefix}/` are one path
    const entry = entries.get(path) ?? { methods: new Map(), cors: new Set(), head: false };
    entries.set(path, entry);
    const method = endpoint.method.toUpperCase();
    if (entry.methods.has(method)) throw new Error(`two endpoints for ${method} ${path}`);
    entry.methods.set(
      method,
      openOf(
        service,
        endpoint,
        handlerOf(service, endpoint),
        durations(method, path),
        describedRoute(path),
      ),
    );
    if (endpoint.cors) entry.cors.add(method);
    if (method === "GET" && !endpoint.changesState) entry.head = true;
  }
  return entries;
}

/** What there is at the path of a request. */
export interface MatchedPath {
  /** In the order of `Allow`, without HEAD and OPTIONS. */
  readonly methods: readonly string[];
  readonly cors: readonly string[];
  readonly head: boolean;
  /** The endpoint of this method, with the parameters of the path. */
  open(method: string): ((opened: OpenedRequest) => Ready<Answered>) | undefined;
}

export interface Paths {
  /** The endpoint of a path without parameters; most are found here, at the cost of one look. */
  fixed(method: string, path: string): Open | undefined;
  match(request: Request): MatchedPath;
}

export function pathsOf(service: Service, endpoints: readonly Endpoint[]): Paths {
  const entries = entriesOf(service, endpoints);
  const fixed = new Map([...entries].filter(([path]) => isFixed(path)));
  const router = new SmartRouter<[PathEntry, RouterRoute]>({
    routers: [new RegExpRouter(), new TrieRouter()],
  });
  for (const [path, entry] of entries) {
    const route = { basePath: "/", path, method: METHOD_NAME_ALL, handler: unused };
    router.add(METHOD_NAME_ALL, path, [entry, route]);
  }

  return {
    fixed: (method, path) => fixed.get(path)?.methods.get(method),

    match(request) {
      const path = getPath(request);
      const result = router.match(METHOD_NAME_ALL, path);
      // Several patterns may fit; the first that has the method is the one.
      const matches = result[0].map(([[entry]]) => entry);
      const having = (method: string) => matches.find(({ methods }) => methods.has(method));
      return {
        methods: METHODS.filter(having),
        cors: METHODS.filter((method) => having(method)?.cors.has(method)),
        head: having("GET")?.head === true,
        open(method) {
          const at = matches.findIndex(({ methods }) => methods.has(method));
          const open = matches[at]?.methods.get(method);
          if (!open) return undefined;
          const matched = new HonoRequest(request, path, result);
          matched.routeIndex = at;
          return (opened) => open(opened, request, matched.param());
        },
      };
    },
  };
}
