/** A URL that is refused is the stranger's fault at every place that takes one, 400 or 401 and never a failure of ours (G-6, N-8). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { S256, startWith, VERIFIER } from "../../support/authorize.ts";
import { type TestRuntime, testRuntime } from "../../support/runtime.ts";
import { TOKEN } from "../../support/tokens.ts";

const REDIRECT = "http://127.0.0.1/callback";
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "inside.example.com": ["10.0.0.1"],
  "mixed.example.com": ["93.184.216.34", "127.0.0.1"],
  "metadata.example.com": ["169.254.169.254"],
  "odd.example.com": ["nonsense"],
  "unreachable.example.com": ["::ffff:255.255.255.255", "255.255.255.255"],
};

let runtime: TestRuntime;
let service: TestAuth;
beforeAll(async () => {
  const resolve = async (name: string) => {
    if (name === "broken.example.com") throw new Error("queryA ESERVFAIL broken.example.com");
    return NAMES[name] ?? [];
  };
  // Without a route the sending fails in the same moment, as on a host without IPv6.
  const exempt = ["https://unreachable.example.com"];
  runtime = testRuntime({ publicFetch: { resolve, exempt } });
  service = await testAuth({}, runtime);
});
afterAll(() => service?.[Symbol.asyncDispose]());

const REFUSED = [
  "https://inside.example.com/x",
  "https://mixed.example.com/x",
  "https://metadata.example.com/x",
  "https://odd.example.com/x",
  "https://absent.example.com/x",
  "https://public.example.com:8443/x",
  "https://public.example.com:22/x",
  "https://localhost/x",
  "https://printer.local/x",
  "https://service.internal/x",
  "https://single/x",
  "https://127.0.0.1/x",
  "https://10.0.0.1/x",
  "https://169.254.169.254/latest/meta-data",
  "https://[::1]/x",
  "https://[fd00::1]/x",
  "https://public.example.com./x",
];

type Answer = Awaited<ReturnType<TestAuth["form"]>>;

/** Every place that takes the URL of a client from a stranger. */
const PLACES: Readonly<Record<string, (id: string) => Promise<Answer>>> = {
  authorize: (client_id) =>
    startWith(service, { client_id, redirect_uri: REDIRECT, scope: "openid", ...S256 }),
  "token, code": (client_id) =>
    service.form(TOKEN, {
      ...{ grant_type: "authorization_code", client_id, code: "x", redirect_uri: REDIRECT },
      code_verifier: VERIFIER,
    }),
  "token, refresh": (client_id) =>
    service.form(TOKEN, { grant_type: "refresh_token", client_id, refresh_token: "x" }),
  "token, password": (client_id) =>
    service.form(TOKEN, { grant_type: "password", client_id, username: "x", password: "y" }),
  "token, client": (client_id) =>
    service.form(TOKEN, { grant_type: "client_credentials", client_id }),
  "token, device": (client_id) =>
    service.form(TOKEN, {
      ...{ grant_type: "urn:ietf:params:oauth:grant-type:device_code", client_id },
      device_code: "x",
    }),
  device: (client_id) => service.form("/auth/oauth2/device_authorization", { client_id }),
  introspection: (client_id) => service.form("/auth/oauth2/introspect", { client_id, token: "x" }),
  revocation: (client_id) => service.form("/auth/oauth2/revoke", { client_id, token: "x" }),
};

/** What the log holds of requests since the last question. */
function logged() {
  const lines = runtime.lines.splice(0);
  return lines.filter(({ level, fields }) => level === "error" || fields.error !== undefined);
}

test.each(Object.keys(PLACES))(
  "%s: a host that is refused is 400 or 401, without a stack",
  async (place) => {
    for (const id of REFUSED) {
      logged();
      const answer = await PLACES[place]?.(id);
      // An unknown token is revoked already (RFC 7009 §2.2); nothing was fetched for it.
      const expected = place === "revocation" ? [200, 400, 401] : [400, 401];
      expect(expected, `${id}: ${answer?.status} ${answer?.text}`).toContain(answer?.status);
      expect(logged(), id).toEqual([]);
      // The limit of documents for each network is another rule (G-7).
      runtime.advance(600_000);
    }
  },
);

test.each(["unreachable", "broken"])(
  "%s: a host without an answer may have one later: a line with the reason, and no stack",
  async (label) => {
    for (const place of ["authorize", "token, code", "token, refresh", "device"]) {
      logged();
      const answer = await PLACES[place]?.(`https://${label}.example.com/x`);
      // The person sees a page that says so; programs are told when to come again.
      expect([400, 503], `${place}: ${answer?.text}`).toContain(answer?.status);
      if (answer?.status === 503) expect(answer.headers.get("retry-after")).toBe("5");
      expect(logged(), place).toEqual([]);
      runtime.advance(600_000);
    }
  },
);
