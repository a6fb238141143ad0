/** Registry of the reserved settings namespaces (spec, "Settings namespaces"): one schema each. */
import type { z } from "@hono/zod-openapi";
import { admin } from "./admin.ts";
import { api_key } from "./api-key.ts";
import { authorize } from "./authorize.ts";
import { cache } from "./cache.ts";
import { check } from "./check.ts";
import { custom_info } from "./custom-info.ts";
import { device } from "./device.ts";
import { email } from "./email.ts";
import { type Faults, writeFault } from "./faults.ts";
import { jwt } from "./jwt.ts";
import { mtls } from "./mtls.ts";
import { oauth2 } from "./oauth2.ts";
import { type Parsed, parseDocument } from "./parse-document.ts";
import { passkey } from "./passkey.ts";
import { password } from "./password.ts";
import { registration } from "./registration.ts";
import { saml } from "./saml.ts";
import { secretPathsOf } from "./schema-walk.ts";
import { session_providers } from "./session-providers.ts";
import { signup } from "./signup.ts";
import { templateFault } from "./template-limits.ts";
import { token } from "./token.ts";
import { token_exchange } from "./token-exchange.ts";
import { totp } from "./totp.ts";

export const namespaces = {
  admin,
  jwt,
  token,
  oauth2,
  check,
  cache,
  api_key,
  device,
  token_exchange,
  totp,
  email,
  signup,
  mtls,
  saml,
  custom_info,
  authorize,
  registration,
  session_providers,
  passkey,
  password,
} as const;

export type Namespace = keyof typeof namespaces;

/** Every reserved namespace with all defaults filled in. */
export type Settings = { readonly [K in Namespace]: z.output<(typeof namespaces)[K]> };

export type { Parsed } from "./parse-document.ts";

/** Unknown names are stored and returned, and configure nothing (decision O15). */
export function isReserved(name: string): name is Namespace {
  return Object.hasOwn(namespaces, name);
}

/** Reads one namespace, stored or incoming; a refusal carries the message of auth-wire 4.1. */
export function parseSetting<K extends Namespace>(
  namespace: K,
  value: unknown,
): Parsed<Settings[K]> {
  return parseDocument(schemaOf(namespace), value, "value", (faults) => message(namespace, faults));
}

/** As parseSetting, for a document that is to be saved or previewed: its templates have limits. */
export function acceptSetting<K extends Namespace>(
  namespace: K,
  value: unknown,
): Parsed<Settings[K]> {
  const fault = templateFault(schemaOf(namespace), value);
  if (fault === undefined) return parseSetting(namespace, value);
  return {
    ok: false,
    message: `invalid ${namespace} template`,
    detail: writeFault(fault, "value"),
  };
}

/** What holds while nothing is stored. There is no default signing key: its texts are empty. */
export function defaultSettings(): Settings {
  const names = Object.keys(namespaces) as Namespace[];
  const entries = names.map((name) => [
    name,
    name === "jwt" ? { kid: "", private_key: "" } : schemaOf(name).parse({}),
  ]);
  return Object.freeze(Object.fromEntries(entries)) as Settings;
}

/** Paths of write-only members (W17); `*` stands for any name of a map. */
export function secretPaths(namespace: Namespace): readonly (readonly string[])[] {
  return secretPathsOf(namespaces[namespace]);
}

function schemaOf<K extends Namespace>(namespace: K): z.ZodType<Settings[K]> {
  return namespaces[namespace] as unknown as z.ZodType<Settings[K]>;
}

function message(namespace: Namespace, faults: Faults): string {
  if (faults.undecodable) return `cannot decode ${namespace} setting`;
  return `invalid ${namespace} ${faults.rule ?? "setting"}`;
}
