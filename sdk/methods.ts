/** The calls of every login method: a method of the manifest that has none here does not compile. */
import type { LoginPlace } from "./method.ts";
import { code } from "./methods/code.ts";
import { email } from "./methods/email.ts";
import { passkey } from "./methods/passkey.ts";
import { password } from "./methods/password.ts";
import type { LoginClient, LoginManifest } from "./types.ts";

export const METHODS = { password, code, passkey, email } satisfies Readonly<
  Record<keyof LoginManifest["provider"], (place: LoginPlace) => Partial<LoginClient>>
>;
