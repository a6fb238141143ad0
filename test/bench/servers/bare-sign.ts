/** The ceiling of token issue: HTTP and one RS256 signature per request, and nothing else. */
import { createServer } from "node:http";
import { announce } from "./announce.ts";

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const payloadBytes = Number(process.argv[2]);
const { privateKey } = await crypto.subtle.generateKey(
  { ...ALGORITHM, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  false,
  ["sign", "verify"],
);
const signed = Buffer.from("x".repeat(payloadBytes));
const text = signed.toString("latin1");

const server = createServer((request, response) => {
  request.resume();
  request.once("end", async () => {
    const signature = await crypto.subtle.sign(ALGORITHM, privateKey, signed);
    const token = `${text}.${Buffer.from(signature).toString("base64url")}`;
    const body = JSON.stringify({ token_type: "Bearer", access_token: token, expires_in: 900 });
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
announce(server);
