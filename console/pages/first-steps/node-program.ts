/** A whole program of one file: with it a newcomer signs in to something of their own at once. */
import { quoted, type Target } from "./target.ts";

const insecure = (issuer: string) =>
  issuer.startsWith("http:")
    ? `, undefined, {
  execute: [oidc.allowInsecureRequests], // for http on this machine; remove it for https
}`
    : "";

/** Written apart, so that no reader of this file takes it for an import of the console. */
const from = (name: string) => `from ${JSON.stringify(name)};`;

/** For Node 20 and later; it needs `openid-client` alone. */
export const nodeProgram = ({
  issuer,
  id,
  redirect,
}: Target): string => `// 1. npm install openid-client
// 2. Save this as app.mjs.
// 3. CLIENT_SECRET=... node app.mjs
import { randomUUID } ${from("node:crypto")}
import { createServer } ${from("node:http")}
import * as oidc ${from("openid-client")}

const here = new URL(${quoted(redirect)});
const postern = await oidc.discovery(new URL(${quoted(issuer)}), ${quoted(id)}, process.env.CLIENT_SECRET${insecure(issuer)});
const signIns = new Map(); // what must be the same at the end of a sign-in
const users = new Map(); // in memory, to try it: they are gone when the program ends

async function answer(request, response) {
  const url = new URL(request.url, here);
  const browser = /(?:^|; )app_browser=([^;]*)/.exec(request.headers.cookie ?? "")?.[1];
  const go = (location, cookie) => {
    const keep = \`app_browser=\${cookie}; Path=/; HttpOnly; SameSite=Lax\`;
    response.writeHead(302, { location, "set-cookie": keep }).end();
  };
  const checks = signIns.get(browser);
  if (checks && url.pathname === here.pathname && url.searchParams.has("state")) {
    signIns.delete(browser);
    // Checks state, issuer, nonce and the ID token.
    const tokens = await oidc.authorizationCodeGrant(postern, url, checks);
    const session = randomUUID();
    users.set(session, tokens.claims());
    return go("/", session);
  }
  const user = users.get(browser);
  if (user) return response.end(\`Signed in as \${user.preferred_username}\`);
  const fresh = randomUUID();
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expectedState = oidc.randomState();
  const expectedNonce = oidc.randomNonce();
  signIns.set(fresh, { pkceCodeVerifier, expectedState, expectedNonce });
  const start = oidc.buildAuthorizationUrl(postern, {
    redirect_uri: here.href,
    scope: "openid profile email",
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  go(start.href, fresh);
}

const port = Number(here.port) || 3000;
createServer((request, response) => {
  response.setHeader("content-type", "text/plain; charset=utf-8");
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end("The sign-in failed; the terminal says why.");
  });
}).listen(port, "127.0.0.1", () => console.log(\`Open \${here.origin}/\`));`;
