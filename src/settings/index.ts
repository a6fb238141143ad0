/** Registry of the reserved settings namespaces (spec, "Settings namespaces"). */
import type { z } from "zod";
import { type Faults, faultMessage } from "./document/faults.ts";
import { type Parsed, parseDocument } from "./document/parse-document.ts";
import { templateFault } from "./fields/template-limits.ts";
import type { Above, NamespaceKind, WithRow } from "./kind.ts";
import { accounts } from "./namespaces/accounts.ts";
import { admin } from "./namespaces/admin.ts";
import { api_key } from "./namespaces/api-key.ts";
import { authorize } from "./namespaces/authorize.ts";
import { branding } from "./namespaces/branding.ts";
import { cache } from "./namespaces/cache.ts";
import { check } from "./namespaces/check.ts";
import { custom_info } from "./namespaces/custom-info.ts";
import { device } from "./namespaces/device.ts";
import { email } from "./namespaces/email.ts";
import { jwt } from "./namespaces/jwt.ts";
import { mtls } from "./namespaces/mtls.ts";
import { oauth2 } from "./namespaces/oauth2.ts";
import { outgoing } from "./namespaces/outgoing.ts";
import { passkey } from "./namespaces/passkey.ts";
import { password } from "./namespaces/password.ts";
import { registration } from "./namespaces/registration.ts";
import { saml } from "./namespaces/saml.ts";
import { second_factor } from "./namespaces/second-factor.ts";
import { session_providers } from "./namespaces/session-providers.ts";
import { sign_ins } from "./namespaces/sign-ins.ts";
import { signup } from "./namespaces/signup.ts";
import { token } from "./namespaces/token.ts";
import { token_exchange } from "./namespaces/token-exchange.ts";
import { totp } from "./namespaces/totp.ts";

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
  second_factor,
  sign_ins,
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
  branding,
  accounts,
  outgoing,
} as const;

export type Namespace = keyof typeof namespaces;

/** Every reserved namespace with all defaults filled in. */
export type Settings = { readonly [K in Namespace]: z.output<(typeof namespaces)[K]["schema"]> };

/** Namespaces that have a row in one of the tables of other modules. */
export type NamespaceWith<A extends Above> = WithRow<typeof namespaces, A>;

export type { Parsed } from "./document/parse-document.ts";

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
  const said = faultMessage(fault, "value");
  return {
    ok: false,
    message: `invalid ${namespace} template`,
    rule: "template",
    detail: said.text,
    messages: [said],
  };
}

/** What holds while nothing is stored. There is no default signing key: its texts are empty. */
export function defaultSettings(): Settings {
  const names = Object.keys(namespaces) as Namespace[];
  const entries = names.map((name) => {
    const { absent }: NamespaceKind = namespaces[name];
    return [name, absent ?? schemaOf(name).parse({})];
  });
  return Object.freeze(Object.fromEntries(entries)) as Settings;
}

function schemaOf<K extends Namespace>(namespace: K): z.ZodType<Settings[K]> {
  return namespaces[namespace].schema as unknown as z.ZodType<Settings[K]>;
}

function message(namespace: Namespace, faults: Faults): string {
  if (faults.undecodable) return `cannot decode ${namespace} setting`;
  return `invalid ${namespace} ${faults.rule ?? "setting"}`;
}
