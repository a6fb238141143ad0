/** Every login method: one that lacks a part, or has no place in the manifest, does not compile. */
import type { LoginMethodName } from "../../settings/login-methods.ts";
import type { LoginMethod } from "../login-parts.ts";
import type { LoginManifest } from "../manifest.ts";
import { code } from "./code.ts";
import { email } from "./email.ts";
import { passkey } from "./passkey.ts";
import { password } from "./password.ts";

type LinkOf<Name extends LoginMethodName> = NonNullable<LoginManifest["provider"][Name]>[number];

export const METHODS: { readonly [Name in LoginMethodName]: LoginMethod<LinkOf<Name>> } = {
  password,
  code,
  passkey,
  email,
};
