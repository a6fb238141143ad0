/** Where a session gets further providers from, as a caller writes it. */
import type { ProviderOverlayOptions } from "../options/provider-overlay.ts";

/** Needs one of `auth_middleware` and `url`. Replacements and overrides come after the service's own. */
export interface ProviderSourceOptions extends ProviderOverlayOptions {
  /** Name of the auth instance in this process whose settings have the providers. */
  readonly auth_middleware?: string | undefined;
  /**
   * `GET {prefix}/v1/session-providers` of another service, or `…/{group}` there, such as
   * `https://id.example.com/auth/v1/session-providers/staff`.
   */
  readonly url?: string | undefined;
  /** With `auth_middleware`: only the providers of this group. Absent: all of them. */
  readonly group?: string | undefined;
  /**
   * With `url`: the duration for which a list is used before it is fetched again, from `1s` to `24h`.
   * @default "30s"
   */
  readonly ttl?: string | undefined;
  /**
   * With `url`: headers to send, such as an administrator's credential.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>> | null | undefined;
  /**
   * With `url`: accepts any certificate. Node and Bun alone.
   * @default false
   */
  readonly insecure_skip_verify?: boolean | undefined;
}
