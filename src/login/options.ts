/** Static configuration of a login (login-middleware.md, Configuration; login-session-wire 3.1). */
import { z } from "zod";
import { StartError } from "../errors.ts";
import { cookieName, sameSite, secureFlag } from "../session/options.ts";
import { writeFault } from "../settings/document/faults.ts";
import { parseStrictly } from "../settings/document/parse-strictly.ts";
import { isLocalPath, parseOrigin } from "../settings/fields/address-field.ts";
import { codeStoreShape } from "../settings/fields/code-store.ts";
import {
  checkedText,
  choice,
  flag,
  integer,
  list,
  section,
  text,
} from "../settings/fields/field.ts";
import type { Demanding, Differences, MustBeNever } from "../std/type-differences.ts";
import type { LoginOptions } from "./login-options.ts";

const path = () => checkedText(isLocalPath, "must be a path that starts with one slash");

const path_section = section({
  base: path(),
  base_url: text(),
  code: path(),
  token: path(),
  passkey: path(),
  methods: path(),
  info_ui: path(),
  status: path(),
});

const cookie = {
  path: text("/"),
  domain: text(),
  secure: secureFlag(),
  same_site: sameSite(),
};

export const loginOptions = z.object({
  session_middleware: text(),
  auth_middleware: text(),
  path: path_section,
  redirect: section({
    base_url: checkedText((value) => parseOrigin(value) !== undefined, "must be an origin"),
    schema: choice(["", "http", "https"], ""),
  }),
  ui: section({ external_folder: flag() }),
  info: section({ title: text("Login"), disable_remember_me: flag() }),
  request: section({ insecure_skip_verify: flag() }),
  state_cookie: section({
    cookie_name: cookieName("auth_state"),
    max_age: integer({ fallback: 360, least: 10, most: 86_400 }),
    http_only: flag(true),
    ...cookie,
  }),
  success_cookie: section({
    /** Accepted and ignored: the SDK knows one name (L-D9). */
    cookie_name: text(),
    max_age: integer({ fallback: 60, least: 5, most: 3_600 }),
    http_only: flag(),
    ...cookie,
  }),
  store: section({
    active: choice(["", "memory", "redis"], ""),
    cluster: flag(),
    ...codeStoreShape,
  }),
  redirect_white_list: list(),
  /** Clients that get codes without a question, besides those of the session providers (I-5). */
  clients: list(),
});

type Written = Demanding<z.input<typeof loginOptions>, "session_middleware">;
type _Checked = MustBeNever<Differences<LoginOptions, Written>>;

/** Checked, with every default filled in. */
export type ParsedLogin = z.output<typeof loginOptions>;

/** Throws a `StartError` that names every bad key on a line of its own. */
export function parseLogin(input: unknown): ParsedLogin {
  const parsed = parseStrictly(loginOptions, input ?? {});
  if (!parsed.ok) {
    throw new StartError(parsed.faults.map((fault) => writeFault(fault, "login")).join("\n"));
  }
  if (parsed.value.session_middleware === "") {
    throw new StartError("session middleware is not set");
  }
  return parsed.value;
}
