/** Clients whose id is the URL of their document (specification, token rule 14; auth-wire 5.13; G-5 to G-7). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  answerOf,
  decide,
  newCode,
  newFlow,
  openPage,
  parametersOf,
  S256,
  startWith,
  VERIFIER,
} from "../../support/authorize.ts";
import {
  DOCUMENT_REDIRECT,
  type DocumentHost,
  startDocumentHost,
} from "../../support/document-host.ts";
import { testRuntime } from "../../support/runtime.ts";
import {
  claimsOf,
  createAda,
  putClient,
  putSetting,
  refusal,
  TOKEN,
} from "../../support/tokens.ts";

const DATE = "Sun, 01 Nov 2026 10:00:00 GMT";

let host: DocumentHost;
let service: TestAuth;
/** What the guarded fetcher was told with each request. */
const fetched: unknown[] = [];

beforeAll(async () => {
  host = await startDocumentHost();
  const runtime = testRuntime({ publicFetch: host.publicFetch });
  const { http } = runtime;
  const recording: typeof http = (request, options) => {
    fetched.push(options);
    return http(request, options);
  };
  service = await testAuth({}, { ...runtime, http: recording });
  await createAda(service);
});
beforeEach(() => putSetting(service, "registration", {}));
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});

const ask = (client_id: string, fields = {}) => ({
  ...{ client_id, redirect_uri: DOCUMENT_REDIRECT, scope: "openid", ...S256 },
  ...fields,
});
const begin = (client_id: string, fields = {}) => startWith(service, ask(client_id, fields));
const redeem = (client_id: string, code: string, fields = {}) =>
  service.form(TOKEN, {
    ...{ grant_type: "authorization_code", client_id, code, redirect_uri: DOCUMENT_REDIRECT },
    ...{ code_verifier: VERIFIER, ...fields },
  });
const refresh = (client_id: string, refresh_token: string) =>
  service.form(TOKEN, { grant_type: "refresh_token", client_id, refresh_token });

async function signedIn(client_id: string) {
  const answer = await redeem(client_id, await newCode(service, ask(client_id)));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** The client is refused, and nothing is sent anywhere. */
async function expectRefused(client_id: string, reason?: string | RegExp) {
  const answer = await begin(client_id);
  expect(refusal(answer), `${client_id} ${answer.text}`).toEqual({
    status: 400,
    error: "invalid_client",
  });
  expect(answer.headers.get("location")).toBeNull();
  if (reason) expect(answer.body.error_description).toMatch(reason);
}

const asksFor = (path: string) => host.asked.filter((one) => one === path).length;

test("a client signs a person in by its URL alone, and refreshes with rotation", async () => {
  const id = host.publish("/agent.json", { scope: "openid profile" });
  const tokens = await signedIn(id);
  expect(claimsOf(tokens.access_token)).toMatchObject({ azp: id, scope: "openid" });
  const next = await refresh(id, tokens.refresh_token);
  expect(next.status, next.text).toBe(200);
  expect(next.body.refresh_token).not.toBe(tokens.refresh_token);
  const userinfo = await service.request("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(userinfo.status).toBe(200);
  const given = await service.form("/auth/oauth2/revoke", {
    ...{ client_id: id, token: next.body.refresh_token },
  });
  expect(given.status).toBe(200);
  expect((await refresh(id, next.body.refresh_token)).body.error).toBe("invalid_grant");
  // G-5, G-6: bounded, and to public addresses alone.
  expect(fetched.at(-1)).toEqual({ maxBytes: 5_120, timeout: 5_000, publicOnly: true });
});

test("metadata announce documents, and `none`, while they are on (O-3, O-4)", async () => {
  const read = async () =>
    (await service.request("GET", "/auth/oauth2/.well-known/oauth-authorization-server")).body;
  const document = await read();
  expect(document.client_id_metadata_document_supported).toBe(true);
  expect(document.token_endpoint_auth_methods_supported).toContain("none");
  await putSetting(service, "registration", { documents: { disabled: true } });
  expect(await read()).not.toHaveProperty("client_id_metadata_document_supported");
  await expectRefused(host.publish("/off.json"), "not found");
  expect(asksFor("/off.json")).toBe(0);
});

describe("G-5: ids that are no URL of a document are never fetched", () => {
  test.each([
    "http://docs.example.com/agent.json",
    "https://docs.example.com",
    "https://docs.example.com/agent.json#x",
    "https://docs.example.com/agent.json#",
    "https://user@docs.example.com/agent.json",
    "https://user:pass@docs.example.com/agent.json",
    "https://@docs.example.com/agent.json",
    "https://docs.example.com/../agent.json",
    "https://docs.example.com/a/./agent.json",
    "https://docs.example.com/a/%2e%2e/agent.json",
    "https://docs.example.com/a%2f..%2fagent.json",
    "https://docs.example.com\\agent.json",
    "https:/docs.example.com/agent.json",
    "HTTPS://docs.example.com/agent.json",
    "https://DOCS.example.com/agent.json",
    "https://docs.example.com:443/agent.json",
    "https://döcs.example.com/agent.json",
    "https://docs。example.com/agent.json",
    "https://docs.exam\u200bple.com/agent.json",
    "https://2130706433/agent.json",
    "https://0x7f.1/agent.json",
    "https://127.1/agent.json",
    `https://docs.example.com/${"a".repeat(600)}`,
    "javascript:alert(1)",
    "__proto__",
  ])("%s", async (id) => {
    const before = fetched.length;
    await expectRefused(id, "not found");
    expect(fetched.length).toBe(before);
  });
});

describe("G-6: addresses that are not public are not connected to", () => {
  test.each([
    "https://127.0.0.1/agent.json",
    "https://10.0.0.1/agent.json",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/agent.json",
    "https://[::ffff:7f00:1]/agent.json",
    "https://localhost/agent.json",
    "https://metadata.google.internal/agent.json",
    "https://docs.example.com./agent.json",
    "https://docs.example.com:8443/agent.json",
    // A public name that leads inside.
    "https://inside.example.com/agent.json",
  ])("%s", async (id) => {
    const before = host.asked.length;
    await expectRefused(id, /client document: the (URL|host)/);
    expect(host.asked.length).toBe(before);
  });
});

describe("documents that lie are refused, and not remembered (G-5, G-7)", () => {
  const LIES: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["another id", { client_id: "https://docs.example.com/other.json" }, "client_id: must be"],
    ["no id", { client_id: undefined }, "client_id: must be"],
    ["a secret", { client_secret: "x" }, "client_secret: must not"],
    ["the end of a secret", { client_secret_expires_at: 0 }, "client_secret_expires_at: must not"],
    ["a shared secret", { token_endpoint_auth_method: "client_secret_basic" }, "must be none"],
    ["a key", { token_endpoint_auth_method: "private_key_jwt" }, "must be none"],
    ["no name", { client_name: "" }, "client_name is required"],
    ["an invisible name", { client_name: "\u200b\u202e" }, "client_name is required"],
    ["a long name", { client_name: "a".repeat(201) }, "client_name: must be at most"],
    ["no target", { redirect_uris: [] }, "redirect_uris is required"],
    ["a hostile target", { redirect_uris: ["javascript:alert(1)"] }, "redirect_uris\\[0\\]: must"],
    ["a plain target", { redirect_uris: ["http://evil.example/"] }, "redirect_uris\\[0\\]: must"],
    ["a hostile link", { logo_uri: "data:text/html,x" }, "logo_uri: must be an https URL"],
    ["a password grant alone", { grant_types: ["password"] }, "must have authorization_code"],
    ["an implicit response", { response_types: ["token"] }, "response_types: must have code"],
  ];

  test.each(LIES)("%s", async (_, fields, reason) => {
    const path = "/lying.json";
    const id = host.publish(path, fields);
    await expectRefused(id, new RegExp(`client document: .*${reason}`));
    host.publish(path);
    expect((await begin(id)).status).toBe(302);
    // The good one is kept; another id for the next try.
    service.runtime.advance(600_000);
  });

  test.each<[string, string, number, Record<string, string>, string]>([
    ["HTML", "<html>", 200, { "content-type": "text/html" }, "is not JSON"],
    ["no type", "{}", 200, {}, "is not JSON"],
    ["a list", "[]", 200, { "content-type": "application/json" }, "is not a JSON object"],
    ["half of it", "{", 200, { "content-type": "application/json" }, "is not a JSON object"],
    ["not UTF-8", "\xff", 200, { "content-type": "application/json" }, "is not UTF-8"],
    ["gone", "", 410, {}, "does not answer with a document"],
    ["created", "{}", 201, { "content-type": "application/json" }, "does not answer"],
    ["a redirect", "", 302, { location: "/agent.json" }, "does not answer with a document"],
    ["down", "", 503, {}, "does not answer with a document"],
  ])("%s", async (name, text, status, headers, reason) => {
    const path = `/${name.replaceAll(" ", "-")}`;
    const id = host.answer(path, (_request, response) => {
      response.writeHead(status, headers).end(Buffer.from(text, "latin1"));
    });
    const before = asksFor("/agent.json");
    await expectRefused(id, reason);
    await expectRefused(id, reason);
    expect(asksFor(path), name).toBe(2);
    expect(asksFor("/agent.json")).toBe(before);
  });

  test("5 KiB are counted while reading, also of an answer without end", async () => {
    const sized = (bytes: number) => {
      const path = `/${bytes}.json`;
      const base = { client_id: host.urlOf(path), client_name: "Sized", filler: "" };
      const document = { ...base, redirect_uris: [DOCUMENT_REDIRECT] };
      const filler = "x".repeat(bytes - JSON.stringify(document).length);
      return host.publish(path, { client_name: "Sized", filler });
    };
    expect((await begin(sized(5_120))).status).toBe(302);
    await expectRefused(sized(5_121), "longer than 5120 bytes");
    const endless = host.answer("/endless.json", (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const send = () => {
        while (response.write("x".repeat(1_000)));
      };
      response.on("drain", send);
      send();
    });
    await expectRefused(endless, "longer than 5120 bytes");
  });

  test("it may be any kind of JSON, and speak of grants that are not for it here", async () => {
    const id = host.publish(
      "/kind.json",
      { grant_types: ["authorization_code", "urn:example:other"], response_types: ["code"] },
      { "content-type": "application/ld+json; charset=utf-8" },
    );
    const tokens = await signedIn(id);
    expect(tokens).not.toHaveProperty("refresh_token");
  });
});

describe("HTTP caching, in each instance (W26, N-11)", () => {
  const times = async (path: string, headers: Record<string, string>, waits: number[]) => {
    const id = host.publish(path, {}, headers);
    const asked: number[] = [];
    for (const seconds of waits) {
      service.runtime.advance(seconds * 1_000);
      expect((await begin(id)).status).toBe(302);
      asked.push(asksFor(path));
    }
    return asked;
  };

  test("`max-age` holds, and what the answer spent in caches before counts", async () => {
    const kept = { "cache-control": "public, max-age=1000" };
    expect(await times("/kept.json", kept, [0, 970, 60])).toEqual([1, 1, 2]);
    const aged = { ...kept, age: "900" };
    expect(await times("/aged.json", aged, [0, 70, 60])).toEqual([1, 1, 2]);
  });

  test("an answer that says nothing is kept for five minutes, `no-store` for one, none beyond a day", async () => {
    expect(await times("/silent.json", {}, [0, 270, 60])).toEqual([1, 1, 2]);
    const never = { "cache-control": "no-store" };
    expect(await times("/never.json", never, [0, 30, 60])).toEqual([1, 1, 2]);
    const forever = { "cache-control": "max-age=99999999" };
    expect(await times("/forever.json", forever, [0, 86_370, 60])).toEqual([1, 1, 2]);
  });

  test("parallel requests for one document are one fetch (G-7)", async () => {
    const id = host.publish("/parallel.json");
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(id)));
    expect(answers.every(({ status }) => status === 302)).toBe(true);
    expect(asksFor("/parallel.json")).toBe(1);
  });

  test("userinfo and introspection ask no host", async () => {
    const id = host.publish("/quiet.json");
    const { access_token } = await signedIn(id);
    const before = host.asked.length;
    service.runtime.advance(600_000);
    const userinfo = await service.request("GET", "/auth/oauth2/userinfo", {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(userinfo.status).toBe(200);
    expect(host.asked.length).toBe(before);
  });

  describe("asking again (RFC 9111 §4.3)", () => {
    const SENT = ["if-none-match", "if-modified-since"] as const;

    /** A host as most are: it answers 304 to who names the version that it has. */
    function versioned(path: string, version: Record<string, string>, fields = {}) {
      const headers = { "cache-control": "max-age=600", ...version };
      const id = host.urlOf(path);
      const document = { client_id: id, client_name: "Versioned", ...fields };
      const text = JSON.stringify({ redirect_uris: [DOCUMENT_REDIRECT], ...document });
      const said: (readonly [number, ...(string | undefined)[]])[] = [];
      host.answer(path, (request, response) => {
        const asked = SENT.map((name) => request.headers[name] as string | undefined);
        const [tag, date] = asked;
        const { etag, "last-modified": modified } = version;
        const same = tag === undefined ? date !== undefined && date === modified : tag === etag;
        const status = same ? 304 : 200;
        said.push([status, ...asked]);
        response.writeHead(status, { ...headers, "content-type": "application/json" });
        response.end(same ? undefined : text);
      });
      return { id, said };
    }

    const later = async (id: string, seconds: number, status = 302) => {
      service.runtime.advance(seconds * 1_000);
      const answer = await begin(id);
      expect(answer.status, answer.text).toBe(status);
    };

    test("a document that has not changed is not sent again, and counts as long as before", async () => {
      for (const [path, version, first] of [
        ["/tagged.json", { etag: '"v1"' }, ['"v1"', undefined]],
        ["/weak.json", { etag: 'W/"v1"' }, ['W/"v1"', undefined]],
        ["/dated.json", { "last-modified": DATE }, [undefined, DATE]],
        ["/both.json", { etag: '"v1"', "last-modified": DATE }, ['"v1"', DATE]],
      ] as const) {
        const { id, said } = versioned(path, version);
        await later(id, 0);
        await later(id, 601);
        await later(id, 570);
        await later(id, 60);
        const none = [200, undefined, undefined];
        expect(said, path).toEqual([none, [304, ...first], [304, ...first]]);
      }
    });

    test("a document that has changed is sent, and counts", async () => {
      const { id } = versioned("/changing.json", { etag: '"v1"' });
      await later(id, 0);
      const { said } = versioned(
        "/changing.json",
        { etag: '"v2"' },
        { redirect_uris: ["https://docs.example.com/other"] },
      );
      await later(id, 601, 400);
      await later(id, 601, 400);
      expect(said).toEqual([
        [200, '"v1"', undefined],
        [304, '"v2"', undefined],
      ]);
    });

    test("a 304 says how long from now on, and what it leaves out stays as it was", async () => {
      const path = "/renewed.json";
      const { id } = versioned(path, { etag: '"v1"' });
      await later(id, 0);
      let headers: Record<string, string> = {};
      host.answer(path, (_request, response) => void response.writeHead(304, headers).end());
      await later(id, 601);
      const asked = asksFor(path);
      await later(id, 570);
      expect(asksFor(path)).toBe(asked);
      headers = { "cache-control": "max-age=60" };
      await later(id, 60);
      await later(id, 61);
      expect(asksFor(path)).toBe(asked + 2);
    });

    test("where other rules hold by now, the whole document is read again", async () => {
      const redirect_uris = [DOCUMENT_REDIRECT, "examplecode://example.agent/callback"];
      const schemes = { redirect_schemes: ["examplecode"] };
      await putSetting(service, "registration", schemes);
      const { id, said } = versioned("/ruled.json", { etag: '"v1"' }, { redirect_uris });
      await later(id, 0);
      await putSetting(service, "registration", {});
      await later(id, 0, 400);
      expect(said.map(([status]) => status)).toEqual([200, 200]);
    });

    test("attack: 304 to a request that named no version is no document; long versions are not kept", async () => {
      const empty = host.answer("/empty.json", (_request, response) => {
        response.writeHead(304, { etag: '"v1"' }).end();
      });
      await expectRefused(empty, "does not answer with a document");
      for (const etag of [`"${"x".repeat(300)}"`, "v1", '"a" "b"']) {
        const { id, said } = versioned("/odd.json", { etag, "last-modified": "x".repeat(300) });
        await later(id, 601);
        await later(id, 601);
        expect(said.map(([status]) => status).at(-1), etag).toBe(200);
      }
    });
  });

  test("a change counts when the kept document has ended: old targets are gone", async () => {
    const id = host.publish("/moved.json");
    expect((await begin(id)).status).toBe(302);
    host.publish("/moved.json", { redirect_uris: ["https://docs.example.com/other"] });
    expect((await begin(id)).status).toBe(302);
    service.runtime.advance(301_000);
    const answer = await begin(id);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });
});

describe("a host that is down, and one that takes its document back", () => {
  test("the last document counts for a day while there is no answer; then 503, and no token", async () => {
    const path = "/down.json";
    const id = host.publish(path);
    const tokens = await signedIn(id);
    const answer = host.answer(path, (_request, response) => void response.writeHead(502).end());
    service.runtime.advance(3_600_000);
    const later = await refresh(answer, tokens.refresh_token);
    expect(later.status, later.text).toBe(200);
    service.runtime.advance(24 * 3_600_000);
    const late = await refresh(id, later.body.refresh_token);
    expect(refusal(late)).toEqual({ status: 503, error: "temporarily_unavailable" });
    expect(late.headers.get("retry-after")).toBe("5");
    await expectRefused(id);
  });

  test("a document that is gone ends the client as soon as the kept one has ended", async () => {
    const path = "/taken.json";
    const id = host.publish(path);
    const tokens = await signedIn(id);
    host.answer(path, (_request, response) => void response.writeHead(404).end());
    service.runtime.advance(301_000);
    expect(refusal(await refresh(id, tokens.refresh_token))).toEqual({
      status: 401,
      error: "invalid_client",
    });
    await expectRefused(id);
  });
});

describe("a stored record under the URL (token rule 14)", () => {
  test("overlays resources, scope, consent and roles claim; name and targets are the document's", async () => {
    const id = host.publish("/overlaid.json", { client_name: "By Document" });
    await putClient(service, id, {
      ...{ public: true, client_name: "By Record", redirect_uris: ["https://record.example.com/"] },
      ...{ resources: ["https://api.example.com"], scope: ["profile"], skip_consent: true },
    });
    const code = answerOf(await openPage(service, await newFlow(service, ask(id)))).code ?? "";
    const tokens = await redeem(id, code);
    expect(tokens.body.scope).toBe("profile openid");
    const other = await begin(id, { resource: "https://other.example.com" });
    expect(answerOf(other).error).toBe("invalid_target");
    expect((await begin(id, { redirect_uri: "https://record.example.com/" })).status).toBe(400);
    // Never first party, although an administrator lets it skip the consent (I-4).
    const me = await service.request("GET", "/auth/v1/me", {
      headers: { authorization: `Bearer ${tokens.body.access_token}` },
    });
    expect([401, 403]).toContain(me.status);
  });

  test("is a full fallback while the host is down, and only then", async () => {
    const path = "/fallback.json";
    const id = host.publish(path);
    await putClient(service, id, {
      public: true,
      redirect_uris: ["https://record.example.com/cb"],
    });
    const own = { redirect_uri: "https://record.example.com/cb" };
    expect((await begin(id, own)).status).toBe(400);
    host.answer(path, (_request, response) => void response.writeHead(500).end());
    service.runtime.advance(301_000);
    expect((await begin(id, own)).status).toBe(302);
    expect((await begin(id)).status).toBe(400);
  });

  test("is refused as a fallback with a secret, and no secret is taken for a document", async () => {
    const id = host.answer(
      "/secret.json",
      (_request, response) => void response.writeHead(500).end(),
    );
    await putClient(service, id, { client_secret: "s", redirect_uris: [DOCUMENT_REDIRECT] });
    await expectRefused(id, "stored metadata client fallback must not contain a client secret");
    const open = host.publish("/open.json");
    const code = await newCode(service, ask(open));
    const answer = await redeem(open, code, { client_secret: "s" });
    expect(refusal(answer)).toEqual({ status: 401, error: "invalid_client" });
    expect(answer.body.error_description).toContain(
      "client metadata clients do not use a shared secret",
    );
  });

  test("that is disabled ends the client (K-10)", async () => {
    const id = host.publish("/disabled.json");
    const tokens = await signedIn(id);
    await putClient(service, id, { public: true }, false);
    await expectRefused(id, "not found");
    expect((await refresh(id, tokens.refresh_token)).body.error).toBe("invalid_client");
    const userinfo = await service.request("GET", "/auth/oauth2/userinfo", {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(401);
  });
});

describe("which hosts", () => {
  test("`allow_hosts` and `deny_hosts`: nothing else is fetched", async () => {
    const id = host.publish("/listed.json");
    const withHosts = (documents: object) => putSetting(service, "registration", { documents });
    for (const allow_hosts of [["other.example.com"], ["*.docs.example.com"], ["example.com"]]) {
      await withHosts({ allow_hosts });
      await expectRefused(id, "client documents of this host are not accepted");
    }
    expect(asksFor("/listed.json")).toBe(0);
    for (const allow_hosts of [["docs.example.com"], ["*.example.com"], []]) {
      await withHosts({ allow_hosts });
      expect((await begin(id)).status).toBe(302);
    }
    await withHosts({ allow_hosts: ["docs.example.com"], deny_hosts: ["*.example.com"] });
    await expectRefused(id, "client documents of this host are not accepted");
  });

  test("a host that is denied later ends the tokens of its clients", async () => {
    const id = host.publish("/denied.json");
    const { access_token, refresh_token } = await signedIn(id);
    await putSetting(service, "registration", { documents: { deny_hosts: ["docs.example.com"] } });
    expect((await refresh(id, refresh_token)).body.error).toBe("invalid_client");
    const userinfo = await service.request("GET", "/auth/oauth2/userinfo", {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(userinfo.status).toBe(401);
  });
});

test("G-7, O2: a network makes us fetch so often, and no other route is held up", async () => {
  // What the tests before have used up is forgotten.
  service.runtime.advance(3_600_000);
  const documents = { fetches: { per_network: 3, window: "10m" } };
  await putSetting(service, "registration", { documents });
  const ids = [1, 2, 3, 4].map((at) => host.publish(`/many-${at}.json`));
  const answers = [];
  for (const id of ids) answers.push(await begin(id));
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 429]);
  expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
  // What is kept costs nothing.
  expect((await begin(ids[0] ?? "")).status).toBe(302);
  expect((await service.request("GET", "/auth/oauth2/certs")).status).toBe(200);
});

test("N-5, Z-1: a repeated `client_id` is refused before anything is fetched", async () => {
  const id = host.publish("/twice.json");
  const query = parametersOf(ask(id));
  query.append("client_id", id);
  const answer = await service.request("GET", `/auth/oauth2/authorize?${query}`);
  expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
  expect(asksFor("/twice.json")).toBe(0);
});

test("it may do nothing but what people allow: no other grant, no federated sign-in", async () => {
  const id = host.publish("/bounded.json");
  for (const grant_type of ["password", "client_credentials"]) {
    const answer = await service.form(TOKEN, { grant_type, client_id: id, username: "ada" });
    expect(answer.body.error, grant_type).toBe("unauthorized_client");
  }
  const asked = new URLSearchParams({ client_id: id, redirect_uri: DOCUMENT_REDIRECT });
  const federated = await service.request("GET", `/auth/saml/campus/login?${asked}`);
  expect(federated.status).toBeGreaterThanOrEqual(400);
});

describe("what a person is shown (B-3, B-4)", () => {
  const pageOf = async (id: string, fields = {}) =>
    (await openPage(service, await newFlow(service, ask(id, fields)))).text;

  test("the host in large, what it says, and a warning for loopback alone", async () => {
    const text = await pageOf(host.publish("/shown.json"));
    expect(text).toContain(`id="consent-client-host"><bdi>${host.host}</bdi>`);
    expect(text).toContain("This address says whose application it is.");
    expect(text).toContain('id="consent-loopback-only"');
    const redirect_uri = "https://docs.example.com/callback";
    const fields = { redirect_uris: [DOCUMENT_REDIRECT, redirect_uri] };
    const other = await pageOf(host.publish("/both.json", fields), { redirect_uri });
    expect(other).not.toContain('id="consent-loopback-only"');
  });

  test("a name with direction marks, markup and another client's name stays a name beside its host", async () => {
    await putClient(service, "bank", { client_name: "Example Bank", client_secret: "s" });
    const client_name = "Example Bank\u202e<b>\u200b";
    const text = await pageOf(host.publish("/alike.json", { client_name }));
    expect(text).toContain('<bdi id="consent-client">Example Bank&lt;b&gt;</bdi>');
    expect(text).toContain(`<bdi>${host.host}</bdi>`);
    expect(text).not.toMatch(/[\u200b\u202e]/);
  });

  test("a client that registered itself under another's name is told apart", async () => {
    await putSetting(service, "registration", { enabled: true });
    const made = await service.json("POST", "/auth/oauth2/register", {
      ...{ client_name: "Example Bank", redirect_uris: [DOCUMENT_REDIRECT] },
    });
    const text = await pageOf(made.body.client_id);
    expect(text).toContain("This application registered itself. Its name has not been checked.");
    await putClient(service, "bank", {
      ...{ client_name: "Example Bank", public: true, redirect_uris: [DOCUMENT_REDIRECT] },
    });
    expect(await pageOf("bank")).not.toContain("registered itself");
  });

  test("the same on the page of devices", async () => {
    const grant_types = ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"];
    const id = host.publish("/device.json", { grant_types });
    const codes = await service.form("/auth/oauth2/device_authorization", { client_id: id });
    expect(codes.status, codes.text).toBe(200);
    const page = await service.request("GET", `/auth/ui/device?user_code=${codes.body.user_code}`, {
      headers: { accept: "text/html", "x-user": "ada" },
    });
    expect(page.text).toContain(`id="device-client-host"><bdi>${host.host}</bdi>`);
    const poll = await service.form(TOKEN, {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      ...{ client_id: id, device_code: codes.body.device_code },
    });
    expect(poll.body.error).toBe("authorization_pending");
  });

  test("deny goes back to the client without a code", async () => {
    const id = host.publish("/denied-by-person.json");
    const answer = await decide(service, ask(id), { action: "deny" });
    expect(answerOf(answer)).toMatchObject({ error: "access_denied" });
  });
});
