/** The script of every login method: a method of the manifest that has none here does not compile. */
import type { LoginManifest } from "../sdk/sdk.ts";
import type { PageMethod } from "./method.ts";
import { code } from "./methods/code.ts";
import { email } from "./methods/email.ts";
import { passkey } from "./methods/passkey.ts";
import { password } from "./methods/password.ts";

export const METHODS: Readonly<Record<keyof LoginManifest["provider"], PageMethod>> = {
  password,
  code,
  passkey,
  email,
};
