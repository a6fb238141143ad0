/** nothing that a stranger sends ends the process, or leaves a failure that nothing waits for: on Node, Bun and Deno. */
import { expect, test } from "vitest";
import { RUNTIMES, runScript } from "../integration/adapters/support.ts";
import { rawRequest } from "../support/raw-request.ts";

const FORM = "content-type: application/x-www-form-urlencoded";
const LONG = "x".repeat(60_000);

/** Ids of clients that no document can be had for. */
const CLIENTS = [
  ...["unreachable", "hundreds", "unreachable6", "inside", "broken", "absent"].map(
    (name) => `https://${name}.example.com/x`,
  ),
  ...["https://[::1]/x", "https://10.0.0.1/x", "https://a.example.com:22/x", "https://localhost/x"],
];

/** Requests as text: line, headers, body. */
const BROKEN: readonly string[] = [
  `POST /auth/oauth2/token HTTP/1.1\r\nHost: a\r\n${FORM}\r\nContent-Length: 500\r\n\r\ngrant_type=`,
  `POST /auth/oauth2/token HTTP/1.1\r\nHost: a\r\n${FORM}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `POST /auth/v1/users HTTP/1.1\r\nHost: a\r\ncontent-type: application/json\r\nContent-Length: 9\r\n\r\n{"a":[[[[`,
  "POST /auth/oauth2/register HTTP/1.1\r\nHost: a\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
  "GET /auth/oauth2/userinfo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a.b.c\r\n\r\n",
  "GET /auth/oauth2/userinfo HTTP/1.1\r\nHost: a\r\nAuthorization: Basic \xff\xfe\r\n\r\n",
  "GET /auth/ui/ HTTP/1.1\r\nHost: a\r\nCookie: auth_session=%%%; =; a\r\n\r\n",
  "GET /auth/oauth2/authorize?client_id=%ff&x=%&y HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /auth/%c0%af HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET http:// HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET http://evil.test:99999/x HTTP/1.1\r\nHost: a\r\n\r\n",
  "CONNECT evil.test:443 HTTP/1.1\r\nHost: a\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /auth/oauth2/certs HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\x16\x03\x01\x00\x05hello",
  `POST /auth/oauth2/saml/acs HTTP/1.1\r\nHost: a\r\n${FORM}\r\nContent-Length: ${LONG.length + 13}\r\n\r\nSAMLResponse=${LONG}`,
  `POST /auth/oauth2/introspect HTTP/1.1\r\nHost: a\r\n${FORM}\r\nContent-Length: ${LONG.length + 6}\r\n\r\ntoken=${LONG}`,
];

test.each(RUNTIMES)("nothing that a stranger sends ends the process: %s", async (runtime) => {
  await using script = runScript(runtime, "../../../runtimes/scripts/strangers.ts");
  const url = (await script.line(/^url/)).slice(4);
  const alive = async () => {
    const answer = await fetch(`${url}/auth/oauth2/.well-known/openid-configuration`);
    expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true]);
  };
  for (const id of CLIENTS) {
    const query = new URLSearchParams({
      client_id: id,
      response_type: "code",
      redirect_uri: "http://127.0.0.1/",
    });
    // The second one at once, as it was reported.
    const both = [1, 2].map(() =>
      fetch(`${url}/auth/oauth2/authorize?${query}`, { redirect: "manual" }),
    );
    for (const answer of await Promise.all(both)) {
      expect(answer.status, `${id}: ${await answer.text()}`).toBe(400);
    }
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: id,
      code: "x",
    });
    const answer = await fetch(`${url}/auth/oauth2/token`, { method: "POST", body });
    expect([400, 401, 429, 503], `${id}: ${await answer.text()}`).toContain(answer.status);
    await alive();
  }
  for (const text of BROKEN) {
    const closing = text.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    // Half a request is left behind by a client that goes.
    await rawRequest(url, closing, /\r\n\r\n/, "", 500).catch(() => "");
  }
  await alive();
  script.child.kill("SIGTERM");
  expect(await script.line(/^loose/)).toBe("loose: none");
  expect(script.lines.filter((line) => line.startsWith("error"))).toEqual([]);
  expect(await script.exit).toBe(0);
});
