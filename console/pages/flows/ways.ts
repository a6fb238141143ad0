/** What each way to sign in does with given settings: pure, so that it can be checked without a page. */

import type { Texts } from "../../texts/en/index.ts";
import type { TabName } from "../../texts/en/tabs.ts";

type Member = Readonly<Record<string, unknown>>;
export type Sentence = keyof Texts["flows"]["says"];

/** What is stored; a missing member has the default of its schema. */
export interface Stored {
  readonly password: Member;
  readonly passkey: Member;
  readonly email: Member;
  readonly signup: Member;
  readonly totp: Member;
  readonly device: Member;
  readonly mtls: Member;
  readonly token_exchange: Member;
  readonly api_key: Member;
  readonly registration: Member;
  /** Names of enabled records. */
  readonly directories: readonly string[];
  readonly providers: readonly string[];
  readonly saml: readonly string[];
}

export interface SignInWay {
  readonly id: keyof Texts["flows"]["ways"];
  readonly on: boolean;
  /** What happens, step by step. */
  readonly says: readonly Sentence[];
  /** Records that it uses. */
  readonly names?: readonly string[];
  /** Where it is set. */
  readonly tab: TabName;
}

const is = (member: Member, name: string) => member[name] === true;

/** The relay of mail: without a host nothing is sent. */
function hasMail({ smtp }: Member): boolean {
  const host = typeof smtp === "object" && smtp !== null ? (smtp as Member).host : undefined;
  return typeof host === "string" && host !== "";
}

function passwordWays({ password, directories }: Stored): SignInWay[] {
  const off = is(password, "disabled");
  const local = !off && !is(password, "local_disabled");
  const ldap = !off && !is(password, "ldap_disabled") && directories.length > 0;
  const register = !is(password, "ldap_register_disabled");
  return [
    {
      ...{ id: "local", tab: "password", on: local },
      says: off ? ["passwordOff"] : [local ? "localHash" : "localOff"],
    },
    {
      ...{ id: "ldap", tab: "ldap", on: ldap, names: directories },
      says: off
        ? ["passwordOff"]
        : directories.length === 0
          ? ["noDirectory"]
          : [ldap ? "ldapBind" : "ldapOff"],
    },
    {
      ...{ id: "unknown", tab: "password", on: ldap && register },
      says: [ldap && register ? "unknownRegister" : "unknownRefused"],
    },
  ];
}

function mailWays({ email, signup }: Stored): SignInWay[] {
  const mail = hasMail(email);
  const code = mail && !is(email, "disabled");
  const link = email.magic_link !== false;
  const verified = signup.email_verification !== false;
  const open = is(signup, "enabled");
  const reset = is(signup, "password_reset");
  return [
    {
      ...{ id: "email", tab: "email", on: code },
      says: !mail
        ? ["noMail"]
        : !code
          ? ["off"]
          : ["emailCode", link ? "emailLink" : "emailNoLink"],
    },
    {
      ...{ id: "signup", tab: "signup", on: open && (mail || !verified) },
      says: !open ? ["off"] : !verified ? ["signupOpen"] : [mail ? "signupVerified" : "noMail"],
    },
    {
      ...{ id: "reset", tab: "signup", on: reset && mail },
      says: !reset ? ["off"] : [mail ? "resetMail" : "noMail"],
    },
  ];
}

const simple = (
  id: SignInWay["id"],
  tab: TabName,
  on: boolean,
  says: Sentence,
  names?: readonly string[],
): SignInWay => ({ id, tab, on, says: [on ? says : "off"], ...(names && { names }) });

/** Every way, in the order in which people meet them. */
export function signInWays(stored: Stored): readonly SignInWay[] {
  const { passkey, totp, device, mtls, token_exchange, api_key, registration } = stored;
  const { providers, saml } = stored;
  return [
    ...passwordWays(stored),
    simple("passkey", "passkey", !is(passkey, "disabled"), "passkey"),
    ...mailWays(stored),
    simple("totp", "totp", !is(totp, "disabled"), "totp"),
    {
      ...simple("providers", "providers", providers.length > 0, "providers", providers),
      ...(providers.length === 0 && { says: ["noRecord"] as const }),
    },
    {
      ...simple("saml", "saml", saml.length > 0, "saml", saml),
      ...(saml.length === 0 && { says: ["noRecord"] as const }),
    },
    simple("device", "device-settings", !is(device, "disabled"), "device"),
    simple("clientCredentials", "service-accounts", true, "clientCredentials"),
    simple("mtls", "mtls", is(mtls, "enabled"), "mtls"),
    simple("exchange", "token-exchange", !is(token_exchange, "disabled"), "exchange"),
    simple("apiKey", "api-keys", !is(api_key, "disabled"), "apiKey"),
    simple("registration", "registration", is(registration, "enabled"), "registration"),
  ];
}
