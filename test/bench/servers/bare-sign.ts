/** The ceiling of token issue: HTTP and one signature per request, and nothing else; RS256, or what the second argument names. */
import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import { announce } from "./announce.ts";

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const [, , payloadBytes, algorithm = "RS256"] = process.argv;
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
const server = createServer((request, response) => {
  request.resume();
  request.once("end", async () => {
    const made = Buffer.from((await signature()) as ArrayBuffer).toString("base64url");
    const token = `${text}.${made}`;
    const body = JSON.stringify({ token_type: "Bearer", access_token: token, expires_in: 900 });
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
announce(server);
