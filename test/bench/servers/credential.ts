/** What a bare app may do with a credential, so that this part of a row can be told from the rest of ours. */
import { createPublicKey, hash, type JsonWebKey, verify } from "node:crypto";
import type { HonoRequest } from "hono";

export interface Checked {
  /** The header that holds it. */
  readonly header: string;
  /** Found by its text after the first time; its signature checked each time; or found by its digest. */
  readonly way: "remembered" | "verified" | "hashed";
  /** Of RS256, to check a signature. */
  readonly key?: JsonWebKey;
}

export type Check = (credential: string) => boolean;

const LIFETIME_MS = 900_000;

function bySignature(key: JsonWebKey | undefined): Check {
  if (!key) throw new Error("a signature is checked with a key");
  const publicKey = createPublicKey({ key, format: "jwk" });
  return (credential) => {
    const [token = ""] = /\S+$/.exec(credential) ?? [];
    const end = token.lastIndexOf(".");
    const signature = Buffer.from(token.slice(end + 1), "base64url");
    return verify("sha256", Buffer.from(token.slice(0, end)), publicKey, signature);
  };
}

/** Good is what comes for the first time, until it ends. */
function byName(nameOf: (credential: string) => string): Check {
  const until = new Map<string, number>();
  return (credential) => {
    const name = nameOf(credential);
    const known = until.get(name);
    if (known === undefined) until.set(name, Date.now() + LIFETIME_MS);
    return credential !== "" && (known === undefined || known > Date.now());
  };
}

/** Whether a credential is good; without anything to check each is. */
export function checkOf({ way, key }: Partial<Checked> = {}): Check {
  if (way === undefined) return () => true;
  if (way === "verified") return bySignature(key);
  return byName(
    way === "hashed" ? (credential) => hash("sha256", credential, "base64url") : String,
  );
}

/** The same for the one header of a request that holds the credential. */
export function checker(checked: Checked | undefined): (request: HonoRequest) => boolean {
  if (!checked) return () => true;
  const isGood = checkOf(checked);
  const { header } = checked;
  return (request) => isGood(request.header(header) ?? "");
}
