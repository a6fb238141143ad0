/** A command-line tool without a browser of its own: it shows a code, a person allows it elsewhere (RFC 8628). */
import process from "node:process";
import * as client from "openid-client";

const issuer = new URL(process.env.ISSUER ?? "http://localhost:3000/auth/oauth2");
const clientId = process.env.CLIENT_ID ?? "cli";

const options = issuer.protocol === "http:" ? { execute: [client.allowInsecureRequests] } : {};
const config = await client.discovery(issuer, clientId, undefined, client.None(), options);

const codes = await client.initiateDeviceAuthorization(config, { scope: "openid profile" });
console.log(`Open ${codes.verification_uri} and enter ${codes.user_code}`);
console.log(`or open ${codes.verification_uri_complete}`);

const tokens = await client.pollDeviceAuthorizationGrant(config, codes);
console.log(`Signed in as ${tokens.claims()?.preferred_username}`);
