/** Where the routes of one login are (login-middleware.md, Configuration; login-session-wire 3.1, 3.2). */
import { trimEnd } from "../std/trim-end.ts";
import type { ParsedLogin } from "./options.ts";

export interface LoginPaths {
  /** `path.base` without its final slash; empty for the root. */
  readonly root: string;
  readonly code: string;
  readonly token: string;
  readonly passkey: string;
  readonly enrollment: string;
  readonly email: string;
  /** Advertised one. */
  readonly methods: string;
  /** Keeps answering beside an overridden one. */
  readonly methodsDefault: string;
  readonly infoUi: string;
  readonly status: string;
  readonly signup: string;
  readonly reset: string;
  readonly sdk: string;
  readonly sdkTypes: string;
  /** Of the cookie of a known browser: the login's own, unless it takes passwords elsewhere. */
  readonly device: string;
  /** Our scripts: with a custom UI inside the reserved part, so that its own files stay its own. */
  readonly scripts: string;
}

const withoutSlash = (path: string) => trimEnd(path, "/");

/** Mail, signup, reset, enrollment and SDK cannot be moved. */
export function loginPaths({ path, ui }: ParsedLogin): LoginPaths {
  const root = withoutSlash(path.base);
  const auth = `${root}/auth`;
  const moved = (configured: string, name: string) => withoutSlash(configured) || `${auth}/${name}`;
  const token = moved(path.token, "token");
  return {
    root,
    device: root !== "" && token.startsWith(`${root}/`) ? root : "/",
    code: moved(path.code, "code"),
    token,
    passkey: moved(path.passkey, "passkey"),
    email: `${auth}/email`,
    enrollment: `${auth}/passkey/enrollment`,
    methods: moved(path.methods, "methods"),
    methodsDefault: `${auth}/methods`,
    infoUi: moved(path.info_ui, "info/ui"),
    status: moved(path.status, "status"),
    signup: `${auth}/signup`,
    reset: `${auth}/reset`,
    sdk: `${auth}/sdk.js`,
    sdkTypes: `${auth}/sdk.d.ts`,
    scripts: ui.external_folder ? `${auth}/assets` : `${root}/assets`,
  };
}
