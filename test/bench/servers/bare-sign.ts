/**
 * The ceiling of token issue: HTTP, the request taken apart, and so many signatures, and nothing else; RS256, or what the second
 * argument names. The steps of a browser before its tokens (`flow-scripts.ts`) are answered with what the next one needs.
 */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { announce } from "./announce.ts";

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const [, , payloadBytes, algorithm = "RS256", signatures = "1"] = process.argv;
const signed = Buffer.from("x".repeat(Number(payloadBytes)));
const text = signed.toString("latin1");

/** What costs least of each: RS256 in a thread, the others at once. */
async function signer(): Promise<() => Promise<ArrayBuffer> | Buffer> {
  if (algorithm === "EdDSA") {
    const { privateKey } = generateKeyPairSync("ed25519");
    return () => sign(null, signed, privateKey);
  }
  if (algorithm === "ES256") {
    const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return () => sign("sha256", signed, { key, dsaEncoding: "ieee-p1363" });
  }
  const parameters = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const { privateKey } = await crypto.subtle.generateKey(
    { ...ALGORITHM, ...parameters },
    ...([false, ["sign", "verify"]] as const),
  );
  return () => crypto.subtle.sign(ALGORITHM, privateKey, signed);
}

const signature = await signer();

async function token(): Promise<string> {
  return `${text}.${Buffer.from((await signature()) as ArrayBuffer).toString("base64url")}`;
}

function answer(response: ServerResponse, status: number, more: object, body: string): void {
  response.writeHead(status, { ...more, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

/** An ID token comes after its access token, of which it holds a hash. */
async function issue(request: IncomingMessage, response: ServerResponse, form: URLSearchParams) {
  const [, basic = ""] = /^basic +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const client = Buffer.from(basic, "base64").toString();
  if (!client.includes(":") || !form.has("grant_type")) return answer(response, 400, {}, "");
  const access_token = await token();
  const more = Number(signatures) > 1 ? { id_token: await token(), refresh_token: text } : {};
  const body = JSON.stringify({ token_type: "Bearer", access_token, expires_in: 900, ...more });
  answer(response, 200, { "Content-Type": "application/json" }, body);
}

const word = () => randomBytes(16).toString("hex");

async function serve(request: IncomingMessage, response: ServerResponse, body: string) {
  const [path = "", query = ""] = request.url?.split("?") ?? [];
  const form = new URLSearchParams(request.method === "POST" ? body : query);
  if (path.endsWith("/authorize") && form.has("code_challenge")) {
    return answer(response, 302, { Location: `/consent?flow=${word()}` }, "");
  }
  if (path.endsWith("/consent") && request.method === "GET") {
    const page = `<form method="post"><input name="form_token" value="${word()}"></form>`;
    return answer(response, 200, { "Content-Type": "text/html" }, page);
  }
  if (path.endsWith("/consent") && form.has("form_token")) {
    return answer(response, 302, { Location: `https://rp.example.com/?code=${word()}` }, "");
  }
  return issue(request, response, form);
}

announce(
  createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.once("end", () => serve(request, response, body));
  }),
);
