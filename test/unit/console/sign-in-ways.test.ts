/** What the console says of each way to sign in, for the settings that decide it. */
import { expect, test } from "vitest";
import { type Stored, signInWays } from "../../../console/pages/flows/ways.ts";

const NOTHING: Stored = {
  ...{ password: {}, passkey: {}, email: {}, signup: {}, totp: {}, device: {}, mtls: {} },
  ...{ token_exchange: {}, api_key: {}, registration: {} },
  ...{ directories: [], providers: [], saml: [] },
};
const MAIL = { smtp: { host: "smtp.example.com" } };
const way = (id: string, stored: Partial<Stored> = {}) => {
  const found = signInWays({ ...NOTHING, ...stored }).find((one) => one.id === id);
  return [found?.on, ...(found?.says ?? [])];
};

test.each([
  ["local", {}, [true, "localHash"]],
  ["local", { password: { local_disabled: true } }, [false, "localOff"]],
  ["local", { password: { disabled: true } }, [false, "passwordOff"]],
  ["ldap", {}, [false, "noDirectory"]],
  ["ldap", { directories: ["campus"] }, [true, "ldapBind"]],
  ["ldap", { directories: ["campus"], password: { ldap_disabled: true } }, [false, "ldapOff"]],
  ["unknown", {}, [false, "unknownRefused"]],
  ["unknown", { directories: ["campus"] }, [true, "unknownRegister"]],
  [
    "unknown",
    { directories: ["campus"], password: { ldap_register_disabled: true } },
    [false, "unknownRefused"],
  ],
  ["email", {}, [false, "noMail"]],
  ["email", { email: MAIL }, [true, "emailCode", "emailLink"]],
  ["email", { email: { ...MAIL, magic_link: false } }, [true, "emailCode", "emailNoLink"]],
  ["email", { email: { ...MAIL, disabled: true } }, [false, "off"]],
  ["signup", {}, [false, "off"]],
  ["signup", { signup: { enabled: true } }, [false, "noMail"]],
  ["signup", { signup: { enabled: true, email_verification: false } }, [true, "signupOpen"]],
  ["signup", { signup: { enabled: true }, email: MAIL }, [true, "signupVerified"]],
  ["reset", { signup: { password_reset: true } }, [false, "noMail"]],
  ["reset", { signup: { password_reset: true }, email: MAIL }, [true, "resetMail"]],
  ["providers", {}, [false, "noRecord"]],
  ["providers", { providers: ["corp"] }, [true, "providers"]],
  ["mtls", {}, [false, "off"]],
  ["passkey", {}, [true, "passkey"]],
] as const)("what the console says of %s with %j", (id, stored, expected) => {
  expect(way(id, stored)).toEqual(expected);
});
