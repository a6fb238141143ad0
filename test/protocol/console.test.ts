/** The console as the service serves it (auth-service.md, Management UI routes; auth-wire 8.1; B-1; ADR 0044). */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import { createAda, withSetting } from "../support/tokens.ts";

const PAGE = "/auth/ui/";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth({}, testRuntime());
  await createAda(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const open = (user: string | undefined, path = PAGE, one = service) =>
  one.request("GET", path, { headers: user === undefined ? {} : { "x-user": user } });

/** Read its bytes with `arrayBuffer()`: the `Response` that `@hono/node-server` puts in the place of Node's has no `bytes()`. */
const read = (path: string, encoding = "") =>
  service.auth.fetch(
    new Request(`http://localhost${path}`, { headers: { "accept-encoding": encoding } }),
  );

/** What the document loads, with the integrity that it demands. */
const loaded = (text: string): readonly [address: string, integrity: string][] =>
  [...text.matchAll(/(?:src|href)="([^"]+\/ui\/assets\/[^"]+)" integrity="([^"]+)"/g)].map(
    ([, address = "", integrity = ""]) => [address, integrity],
  );

describe("the document", () => {
  test("carries the account page for browsers without script, and the console beside it", async () => {
    const { status, text } = await open("ada");
    expect(status).toBe(200);
    const [, drawn = ""] = /<noscript>\s*(<header>[\s\S]*)<\/noscript>/.exec(text) ?? [];
    expect(drawn).toContain('id="account-name"');
    expect(drawn).toContain('name="form_token"');
    expect(text.replace(drawn, "")).toContain('<div id="console"');
    expect(text.replace(drawn, "")).not.toContain("form_token");
  });

  test("B-1: scripts and styles of this origin or of this answer, and nothing else from anywhere", async () => {
    const [one, other] = [await open("ada"), await open("ada")];
    const policy = one.headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(nonce).toMatch(/^[\w-]{22}$/);
    expect(other.headers.get("content-security-policy")).not.toContain(nonce);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]);
    expect(one.headers.get("cache-control")).toBe("no-store");
    expect(one.headers.get("x-frame-options")).toBe("DENY");
    expect(one.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    for (const [, attributes = ""] of one.text.matchAll(/<script([^>]*)>/g)) {
      expect(attributes).toContain(`nonce="${nonce}"`);
    }
    expect(one.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test("everything that it loads is there, and is what its integrity says", async () => {
    const { text } = await open("ada");
    const files = loaded(text);
    expect(files.map(([address]) => address.split(".").at(-1)).sort()).toContain("css");
    const [, map = "{}"] = /<script type="importmap"[^>]*>([^<]*)<\/script>/.exec(text) ?? [];
    const named = Object.entries<string>(JSON.parse(map).integrity);
    expect(named.length).toBeGreaterThan(10);
    for (const [address, integrity] of [...files, ...named]) {
      const answer = await read(address);
      expect(answer.status, address).toBe(200);
      const digest = createHash("sha384")
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest("base64");
      expect(`sha384-${digest}`, address).toBe(integrity);
    }
  });

  test("every package in it is listed, is the locked one of the registry by its digest, and brings its license", async () => {
    const { text } = await open("ada");
    const [, address = ""] =
      /<link rel="license" type="text\/plain" href="([^"]+)">/.exec(text) ?? [];
    const answer = await read(address);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const list = await answer.text();
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const listed = [...list.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)];
    expect(listed.map(([, name]) => name)).toEqual(
      expect.arrayContaining(["react", "react-dom", "@mantine/core", "@tanstack/react-query"]),
    );
    for (const [, name, version, license] of listed) {
      const locked = packages[`node_modules/${name}`];
      expect(locked?.version, name).toBe(version);
      expect(locked?.integrity, name).toMatch(/^sha512-/);
      expect(license, name).toMatch(/^(?:MIT|ISC|BSD-\d-Clause|Apache-2\.0|0BSD)$/);
    }
    expect(list).toContain("Permission is hereby granted, free of charge");
  });

  test("the name of the page stands for any prefix", async () => {
    await using other = await testAuth({ prefix_path: "/id/here" }, testRuntime());
    const { text } = await open(undefined, "/id/here/ui/", other);
    expect(loaded(text).length).toBeGreaterThan(0);
    expect(loaded(text).every(([address]) => address.startsWith("/id/here/ui/assets/"))).toBe(true);
  });

  test("the first load is at most 250 kB of compressed script", async () => {
    const { text } = await open("ada");
    let bytes = 0;
    for (const [address] of loaded(text)) {
      if (address.endsWith(".js"))
        bytes += (await (await read(address, "br")).arrayBuffer()).byteLength;
    }
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(250_000);
  });
});

describe("who gets it", () => {
  test("a browser without a session goes to sign in and comes back to the console", async () => {
    await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
      const { status, headers } = await open(undefined);
      expect([status, headers.get("location")]).toEqual([
        302,
        "/login/?redirect_path=%2Fauth%2Fui%2F",
      ]);
    });
  });

  test("an administrator without an account: bootstrap without a login page, and break-glass always", async () => {
    const bootstrap = await open(undefined);
    expect([bootstrap.status, bootstrap.text.includes('<div id="console"')]).toEqual([200, true]);
    await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
      const admin = { permission: "admin", allow_missing_x_user: true };
      await withSetting(service, "admin", admin, async () => {
        const glass = await open(undefined);
        expect([glass.status, glass.text.includes('<div id="console"')]).toEqual([200, true]);
        expect(glass.text).not.toContain("account-name");
      });
    });
  });

  test("where the build has no console, the account page is what it was", async () => {
    const assets = { read: async () => undefined };
    await using bare = await testAuth({}, { ...testRuntime(), assets });
    await createAda(bare);
    const { status, text } = await open("ada", PAGE, bare);
    expect(status).toBe(200);
    expect(text).toContain('id="account-name"');
    expect(text).not.toContain('id="console"');
    expect(text).not.toContain("/ui/assets/");
  });
});

describe("its files", () => {
  const script = async () =>
    loaded((await open("ada")).text).find(([address]) => address.endsWith(".js"))?.[0] ?? "";

  test("kept for ever by their names, in the smallest form that the browser takes", async () => {
    const address = await script();
    const plain = await read(address);
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(plain.headers.get("x-content-type-options")).toBe("nosniff");
    expect(plain.headers.get("vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await plain.arrayBuffer());
    const gzip = await read(address, "gzip, deflate");
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await gzip.arrayBuffer()).equals(bytes)).toBe(true);
    const brotli = await read(address, "gzip;q=0.9, br");
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await brotli.arrayBuffer()).equals(bytes)).toBe(true);
    const refused = await read(address, "br;q=0, gzip;q=0");
    expect(refused.headers.get("content-encoding")).toBeNull();
  });

  test.each([
    "console.json",
    "..%2Fconsole.json",
    "..%2f..%2flogin%2fsdk.js",
    "main.js",
    "main-00000000.js",
    "main-00000000.js.br",
    "%00-00000000.js",
    "%E0%A4%A.js",
  ])("there is no %s", async (name) => {
    expect([400, 404]).toContain((await read(`${PAGE}assets/${name}`)).status);
  });

  test("nothing of it is on the public surface", async () => {
    await using edge = await testAuth({ surface: "public" }, testRuntime());
    for (const path of [PAGE, `${PAGE}account`, await script()]) {
      expect((await open("ada", path, edge)).status, path).toBe(404);
    }
  });
});
