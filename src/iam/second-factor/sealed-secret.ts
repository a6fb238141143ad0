/** The place that seals the secret of an authenticator app (C-1; auth-wire 6.4). */
import type { Service } from "../../call.ts";
import type { SealedPlace } from "../../crypto/secretbox.ts";

export type SecretColumn = "secret_encrypted" | "pending_secret_encrypted";

export const secretPlace = (user: string, field: SecretColumn): SealedPlace => ({
  table: "auth_totp_secrets",
  row: user,
  field,
});

export const sealSecret = ({ store }: Service, user: string, field: SecretColumn, secret: string) =>
  store.box.seal(secretPlace(user, field), secret);
