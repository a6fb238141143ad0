/** A signer outside: keys that the service never sees, behind the HTTP protocol of `docs/keys.md`. */
import { constants, generateKeyPairSync, type KeyObject, sign as signWith } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";

const SIGNER_TOKEN = "a token of the signer";

type Alg = "RS256" | "PS256" | "ES256" | "EdDSA";
type Json = Record<string, unknown>;

export interface HeldKey {
  readonly kid: string;
  readonly alg: Alg;
  readonly privateKey: KeyObject;
  readonly jwk: Json;
}

const pairOf = (alg: Alg) => {
  if (alg === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  if (alg === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
};

export function heldKey(kid: string, alg: Alg = "RS256"): HeldKey {
  const { publicKey, privateKey } = pairOf(alg);
  return { kid, alg, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg } };
}

export function signatureOf({ alg, privateKey }: HeldKey, data: Buffer): Buffer {
  if (alg === "EdDSA") return signWith(null, data, privateKey);
  if (alg === "ES256") {
    return signWith("sha256", data, { key: privateKey, dsaEncoding: "ieee-p1363" });
  }
  const padding = alg === "PS256" ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  return signWith("sha256", data, { key: privateKey, padding, saltLength: 32 });
}

export interface Signer extends AsyncDisposable {
  readonly url: string;
  /** What it lists; the first of an algorithm signs. */
  listed: HeldKey[];
  /** What it can sign with; absent: what it lists. */
  held: HeldKey[] | undefined;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Answers in its place. */
  misbehave:
    | ((request: IncomingMessage, response: ServerResponse, body: Json) => boolean)
    | undefined;
  /** For `createAuth`. */
  readonly options: { readonly url: string; readonly token: string; readonly ca_file?: string };
}

const answer = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? {} : JSON.parse(text);
}

/** @param tls its certificate, and the file of its authority */
export async function startSigner(
  listed: HeldKey[],
  tls?: { readonly cert: string; readonly key: string; readonly ca_file: string },
): Promise<Signer> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    signer.asked.push(request.url ?? "");
    const body = await bodyOf(request);
    if (signer.misbehave?.(request, response, body)) return;
    if (request.headers.authorization !== `Bearer ${SIGNER_TOKEN}`) {
      return answer(response, 401, {});
    }
    if (request.url === "/hsm/keys") {
      return answer(response, 200, { keys: signer.listed.map(({ jwk }) => jwk) });
    }
    const key = (signer.held ?? signer.listed).find(({ kid }) => kid === body.kid);
    if (request.url !== "/hsm/sign" || !key || key.alg !== body.alg) {
      return answer(response, 404, {});
    }
    const data = Buffer.from(String(body.data), "base64url");
    return answer(response, 200, { signature: signatureOf(key, data).toString("base64url") });
  };
  const server = tls ? createSecure(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `${tls ? "https://localhost" : "http://127.0.0.1"}:${port}/hsm`;
  const signer: Signer = {
    ...{ url, listed, held: undefined, asked: [], misbehave: undefined },
    options: { url, token: SIGNER_TOKEN, ...(tls && { ca_file: tls.ca_file }) },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return signer;
}
