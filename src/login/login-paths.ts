/** Where the routes of one login are (login-middleware.md, Configuration; login-session-wire 3.1, 3.2). */
import { trimEnd } from "../std/trim-end.ts";
import type { ParsedLogin } from "./options.ts";

export interface LoginPaths {
  /** `path.base` without its final slash; empty for the root. */
  readonly root: string;
  /** Of the methods, by the path as a route has it. */
  readonly routes: ReadonlyMap<string, string>;
  /** Segments of routes that could be taken for the key of a provider. */
  readonly reserved: ReadonlySet<string>;
  readonly enrollment: string;
  readonly backchannelLogout: string;
  /** Advertised one. */
  readonly methods: string;
  /** Keeps answering beside an overridden one. */
  readonly methodsDefault: string;
  readonly infoUi: string;
  readonly status: string;
  readonly sdk: string;
  readonly sdkTypes: string;
  /** Of the cookie of a known browser: the login's own, unless it takes passwords elsewhere. */
  readonly device: string;
  /** Our scripts: with a custom UI inside the reserved part, so that its own files stay its own. */
  readonly scripts: string;
}

/** A route of a login method, as far as it says where it is. */
export interface PlacedRoute {
  readonly path: string;
  readonly option?: keyof ParsedLogin["path"];
}

const withoutSlash = (path: string) => trimEnd(path, "/");

const ENROLLMENT = "passkey/enrollment";

/** Segments behind another route: `confirm` of `email/confirm`. */
const lastOfSeveral = (path: string): readonly string[] =>
  path.includes("/") ? path.split("/").slice(-1) : [];

/** Enrollment, SDK and routes without an option of `path` cannot be moved. @param routes of all login methods */
export function loginPaths({ path, ui }: ParsedLogin, routes: readonly PlacedRoute[]): LoginPaths {
  const root = withoutSlash(path.base);
  const auth = `${root}/auth`;
  const moved = (configured: string, name: string) => withoutSlash(configured) || `${auth}/${name}`;
  const token = moved(path.token, "token");
  return {
    root,
    routes: new Map(
      routes.map(({ path: name, option }) => [name, moved(option ? path[option] : "", name)]),
    ),
    reserved: new Set([ENROLLMENT, ...routes.map((route) => route.path)].flatMap(lastOfSeveral)),
    device: root !== "" && token.startsWith(`${root}/`) ? root : "/",
    enrollment: `${auth}/${ENROLLMENT}`,
    backchannelLogout: `${auth}/backchannel-logout`,
    methods: moved(path.methods, "methods"),
    methodsDefault: `${auth}/methods`,
    infoUi: moved(path.info_ui, "info/ui"),
    status: moved(path.status, "status"),
    sdk: `${auth}/sdk.js`,
    sdkTypes: `${auth}/sdk.d.ts`,
    scripts: ui.external_folder ? `${auth}/assets` : `${root}/assets`,
  };
}

/** @param path as the route of a method has it */
export function pathOf({ routes }: LoginPaths, path: string): string {
  const address = routes.get(path);
  if (address === undefined) throw new Error(`no login method has the route ${path}`);
  return address;
}
