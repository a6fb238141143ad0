/** Asks a running service for a backup, `POST /v1/backup`: the embedded database belongs to its process alone. */

import type { Protection } from "../backup/protection.ts";
import { toPem } from "../crypto/signing-key.ts";
import { StartError } from "../errors.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { UsageError } from "./usage-error.ts";

/** Where the service is, and who asks. */
export interface RemoteService {
  /** With the prefix: `https://id.example.com/auth`. */
  readonly url: string;
  readonly token: string;
}

export interface ServiceAccount {
  readonly id: string;
  readonly secret: string;
}

const OWN_MACHINE = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Of an answer that says no. */
const MAX_REFUSAL_LENGTH = 10_000;

/** A token and all secrets go there: no other place than the one that was named, and not in the clear. */
export function readServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.search) {
    throw new UsageError("--url: is no address of a service, such as https://id.example.com/auth");
  }
  if (url.protocol === "http:" && !OWN_MACHINE.test(url.hostname)) {
    throw new UsageError("--url: must be https, but for a service on this machine");
  }
  return url.href.replace(/\/$/, "");
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, method: "POST", redirect: "error" });
  } catch (cause) {
    const { cause: inner } = cause as { cause?: { code?: string; message?: string } };
    const why = inner?.code ?? inner?.message ?? (cause as Error).message;
    throw new StartError(`${url} does not answer: ${why}`, { cause });
  }
}

/** The first words of a refusal; it may be a page of something in between. */
async function refusalOf(url: string, answer: Response): Promise<StartError> {
  const text = (await answer.text().catch(() => "")).slice(0, MAX_REFUSAL_LENGTH);
  let said = "";
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const words = [body.message, body.error_description ?? body.error];
    said = words.filter((word) => typeof word === "string").join(": ");
  } catch {
    // The status says enough.
  }
  const hint = answer.status === 404 ? "; --url takes the prefix too, such as /auth" : "";
  return new StartError(`${url} says ${answer.status}${said && `: ${said}`}${hint}`);
}

/** A token of a service account, by the grant `client_credentials`. */
export async function serviceToken(url: string, { id, secret }: ServiceAccount): Promise<string> {
  const place = `${url}/oauth2/token`;
  const pair = [id, secret].map(encodeURIComponent).join(":");
  const answer = await ask(place, {
    headers: { authorization: `Basic ${btoa(pair)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  if (!answer.ok) throw await refusalOf(place, answer);
  const { access_token } = (await answer.json()) as { access_token?: unknown };
  if (typeof access_token === "string") return access_token;
  throw new StartError(`${place} gives no token`);
}

async function bodyOf(protection: Protection): Promise<object> {
  switch (protection.kind) {
    case "plain":
      return { plain: true };
    case "derived": {
      const { key, salt, cost } = protection;
      return { derived: { key: encodeBase64Url(key), salt: encodeBase64Url(salt), cost } };
    }
    case "public_key": {
      const der = new Uint8Array(await crypto.subtle.exportKey("spki", protection.key.key));
      return { encrypt_to: toPem("PUBLIC KEY", der) };
    }
  }
}

async function* bytesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    throw new StartError("the service broke off; the backup is not complete", { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The bytes that the service sends. Whether they are complete says the backup itself: `postern restore --check`. */
export async function remoteBackup(
  { url, token }: RemoteService,
  protection: Protection,
): Promise<AsyncIterable<Uint8Array>> {
  const place = `${url}/v1/backup`;
  const answer = await ask(place, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(await bodyOf(protection)),
  });
  if (!answer.ok || !answer.body) throw await refusalOf(place, answer);
  return bytesOf(answer.body);
}
