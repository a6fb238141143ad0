/** A signer that is reached over HTTP, by the protocol of `docs/keys.md`. */
import { readFileSync } from "node:fs";
import { request as openPlain } from "node:http";
import { request as openSecure } from "node:https";
import { StartError } from "../../errors.ts";
import type { KeySigner, ParsedSigner, SignerConnector } from "../../runtime/signer.ts";
import { decodeBase64Url, encodeBase64Url } from "../../std/base64url.ts";
import { readBounded } from "../http-client.ts";
import { responseTo } from "../incoming-response.ts";
import { agents } from "../kept-agents.ts";

/** Of the answer: a list of public keys, or one signature. */
const MAX_BYTES = 64 * 1024;

function authorities(file: string): string | undefined {
  if (file === "") return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new StartError(`signer.ca_file: ${file} cannot be read`, { cause });
  }
}

/** No redirect is followed and no proxy of the environment asked: the token is for this address alone. */
export const connectSigner: SignerConnector = ({
  url,
  token,
  ca_file,
}: ParsedSigner): KeySigner => {
  const ca = authorities(ca_file);
  const kept = agents(true);
  const base = url.replace(/\/$/, "");
  const secure = base.startsWith("https:");

  async function ask(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    const bytes = body && new TextEncoder().encode(JSON.stringify(body));
    const options = {
      method: body ? "POST" : "GET",
      headers: {
        ...{ authorization: `Bearer ${token}`, accept: "application/json" },
        "accept-encoding": "identity",
        ...(bytes && {
          ...{ "content-type": "application/json", "content-length": bytes.byteLength },
        }),
      },
      signal,
    };
    const outgoing = secure
      ? openSecure(`${base}${path}`, {
          ...{ ...options, agent: kept.secure, rejectUnauthorized: true },
          ...(ca !== undefined && { ca }),
        })
      : openPlain(`${base}${path}`, { ...options, agent: kept.plain });
    const answer = await responseTo(outgoing, bytes);
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new Error(`the signer answered ${answer.status}`);
    }
    return JSON.parse(new TextDecoder().decode(await readBounded(answer, MAX_BYTES, signal)));
  }

  const member = (answer: unknown, name: string): unknown =>
    typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;

  return {
    async keys(signal) {
      const keys = member(await ask("/keys", signal), "keys");
      if (!Array.isArray(keys)) throw new Error("the signer answered no list of keys");
      return keys;
    },
    async sign(kid, alg, bytes, signal) {
      const answer = await ask("/sign", signal, { kid, alg, data: encodeBase64Url(bytes) });
      const signature = member(answer, "signature");
      const found = typeof signature === "string" ? decodeBase64Url(signature) : undefined;
      if (!found) throw new Error("the signer answered no signature");
      return new Uint8Array(found);
    },
  };
};
