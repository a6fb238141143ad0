/** Keys that stay outside the service, in a key management service or a hardware module: they sign there. */

/** A public key of the signer, as JWK with `kid` and `alg` (RFC 7517); what else it holds is not looked at. */
export type SignerKey = Readonly<Record<string, unknown>>;

/** What holds keys and signs with them. Every call may fail, and may come late: the service bounds and checks all of it. */
export interface KeySigner {
  /** Public halves; of each algorithm the first one signs. Stops when the signal is aborted. */
  keys(signal: AbortSignal): Promise<readonly SignerKey[]>;
  /**
   * The signature of these bytes in the form of a JWS (RFC 7518 §3.3 to §3.5, RFC 8037 §3.1).
   * @param alg RS256, PS256, ES256 or EdDSA
   */
  sign(
    kid: string,
    alg: string,
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** Where the signer is, from the static configuration of the operator alone. */
export interface ParsedSigner {
  readonly url: string;
  readonly token: string;
  /** PEM file of the authorities that vouch for it, in place of those of the runtime; empty: those. */
  readonly ca_file: string;
}

/** Connects with the first call. Throws `StartError` for what can never work. */
export type SignerConnector = (options: ParsedSigner) => KeySigner;
