/** Every proxy configuration that is published, run as it stands there and attacked (A10, F9; H-1, H-5, H-6). */
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT, readBlocks } from "../../protocol/docs/blocks.ts";
import { caddyMissing, startCaddy } from "../../support/caddy.ts";
import { certificateWithKey } from "../../support/documented-haproxy.ts";
import { examplePort } from "../../support/example.ts";
import { haproxyMissing, startHaproxy } from "../../support/haproxy.ts";
import { nginxMissing, startNginx } from "../../support/nginx.ts";
import { rawRequest } from "../../support/raw-request.ts";

const CERTIFICATES = join(import.meta.dirname, "../adapters/fixtures");
const FORWARDED = [
  ...["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port"],
  ...["X-Forwarded-Prefix", "Forwarded", "X-Real-IP"],
];
const IDENTITY = ["X-User", "X-User-Id", "X-Api-Key-Name", "X-Client-Cert", "X-Client-Verify"];
/** An application that follows them does something else than what was decided about. */
const OVERRIDES = [
  ...["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"],
  ...["X-Original-URL", "X-Original-Method", "X-Rewrite-URL"],
];

interface Published {
  readonly place: string;
  readonly kind: "nginx" | "caddy" | "haproxy" | "traefik";
  readonly text: string;
  /** It also leads to an application, after it has asked. */
  readonly asks: boolean;
}

const IS_PROXY = /\bproxy_pass\b|\breverse_proxy\b|^frontend |customRequestHeaders:/m;

function kindOf(text: string): Published["kind"] {
  if (text.includes("customRequestHeaders:")) return "traefik";
  if (/^frontend /m.test(text)) return "haproxy";
  return text.includes("proxy_pass") ? "nginx" : "caddy";
}

/** All of them: a new page needs no entry here. */
function published(): Published[] {
  const pages = globSync(["README.md", "docs/**/*.md", "examples/**/*.md"], { cwd: ROOT });
  const blocks = pages
    .filter((page) => !/^docs\/(adr|reference)\//.test(page))
    .flatMap((page) =>
      readBlocks(page).map(({ line, text }) => ({ place: `${page}:${line}`, text })),
    );
  const files = globSync(["examples/**/*.conf", "examples/**/Caddyfile", "examples/**/*.y*ml"], {
    cwd: ROOT,
    exclude: (name) => name === "node_modules",
  }).map((file) => ({ place: file, text: readFileSync(join(ROOT, file), "utf8") }));
  return [...blocks, ...files]
    .filter(({ text }) => IS_PROXY.test(text))
    .map((one) => ({
      ...one,
      kind: kindOf(one.text),
      asks: /auth_request|forward_auth|forwardAuth:/.test(one.text),
    }));
}

/** The name with each dash as it is or as an underscore, which many applications treat alike. */
function spellings(name: string): string[] {
  const [first = "", ...rest] = name.split("-");
  return rest.reduce(
    (all, part) => all.flatMap((one) => [`${one}-${part}`, `${one}_${part}`]),
    [first],
  );
}

interface Seen {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const seen: Seen[] = [];
let behind: Server;
let address: string;

/** Stands for Postern and for the application: says yes, names a person, and takes websockets. */
beforeAll(async () => {
  const remember = ({ url = "", rawHeaders }: IncomingMessage) => {
    const headers = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : [],
    );
    seen.push({ url, headers });
  };
  behind = createServer((request, response) => {
    remember(request);
    const known = request.url === "/forward-auth" ? { "x-user": "ada", "x-user-id": "ada" } : {};
    response.writeHead(200, { ...known, "x-api-key-name": "" }).end("seen");
  });
  behind.on("upgrade", (request, socket) => {
    remember(request);
    socket.on("error", () => undefined);
    // Caddy sends the wish along with its question. Postern takes no websockets, and answers as ever.
    if (request.url === "/forward-auth") {
      const known = "x-user: ada\r\nx-user-id: ada\r\nx-api-key-name:";
      socket.end(`HTTP/1.1 200 OK\r\n${known}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    );
    socket.on("data", (chunk: Buffer) => socket.end(`you said ${chunk.toString()}`));
  });
  behind.listen(0, "127.0.0.1");
  await once(behind, "listening");
  address = `127.0.0.1:${(behind.address() as AddressInfo).port}`;
});
afterAll(() => {
  behind.closeAllConnections();
  behind.close();
});

const MISSING = { nginx: nginxMissing, caddy: caddyMissing, haproxy: haproxyMissing };

/** What the page has is run, with other addresses and certificates. */
async function run({ kind, text }: Published) {
  const port = await examplePort();
  const secure = /^\s*listen 443 ssl|^\s*bind :443 ssl|^https:/m.test(text);
  const local = text
    .replaceAll(/\b(?:127\.0\.0\.1|10\.0\.0\.\d+):(?:3000|8080|9000)\b/g, address)
    .replaceAll("/etc/ssl/id.example.com.pem", join(CERTIFICATES, "server.pem"))
    .replaceAll("/etc/ssl/id.example.com.key", join(CERTIFICATES, "server.key.pem"))
    .replaceAll("/etc/ssl/clients.pem", join(CERTIFICATES, "root.pem"));
  const origin = `http${secure ? "s" : ""}://localhost:${port}`;
  if (kind === "caddy") {
    const site = local.replace(/^(https:\/\/)?\w+\.example\.com/m, origin);
    return { origin, proxy: await startCaddy(site, port) };
  }
  if (kind === "haproxy") {
    // Its questions about health would stand among the requests.
    const site = local
      .replace("bind :443", `bind 127.0.0.1:${port}`)
      .replace("/etc/ssl/id.example.com.both.pem", certificateWithKey())
      .replaceAll(/^ *default-server check .*$/gm, "");
    return { origin, proxy: await startHaproxy(site, port) };
  }
  const listening = local.replace(/^(\s*listen )\S+?( ssl)?;/m, `$1127.0.0.1:${port}$2;`);
  const whole = /^events/m.test(listening) ? listening : `events {}\nhttp {\n${listening}\n}`;
  return { origin, proxy: await startNginx(whole, port) };
}

const FORGED = "203.0.113.66";
const request = (url: string, names: readonly string[], more: readonly string[] = []) =>
  [
    `GET ${new URL(url).pathname} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...names.flatMap(spellings).map((name) => `${name}: ${FORGED}`),
    ...more,
    "\r\n",
  ].join("\r\n");
const PROGRAM = ["Connection: close"];
const WEBSOCKET = [
  ...["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

const ALL = published();
test("configurations of four makers are found", () => {
  const kinds = ["nginx", "caddy", "haproxy", "traefik"];
  expect(new Set(ALL.map(({ kind }) => kind))).toEqual(new Set(kinds));
  expect(ALL.length).toBeGreaterThanOrEqual(8);
});

describe.each(ALL.filter(({ kind }) => kind !== "traefik"))("$place", (one) => {
  const missing = MISSING[one.kind as keyof typeof MISSING];
  describe.skipIf(missing !== undefined)(missing ?? one.kind, () => {
    let place: Awaited<ReturnType<typeof run>>;
    beforeAll(async () => {
      place = await run(one);
    });
    afterAll(() => place?.proxy.stop());

    const names = [...FORWARDED, ...IDENTITY, ...(one.asks ? OVERRIDES : [])];
    test.each(["/", "/app/x", "/login/", "/auth/x", "/.well-known/x", "/logout"])(
      "A10: nothing that a client says of itself gets behind the proxy: %s",
      async (path) => {
        seen.length = 0;
        await rawRequest(place.origin, request(place.origin + path, names, PROGRAM), /seen/);
        // The whole example sends its own start page elsewhere, and asks nothing for it.
        if (path !== "/") expect(seen.length).toBeGreaterThan(0);
        for (const { url, headers } of seen) {
          const forged = headers.filter(([, value]) => value.includes(FORGED));
          expect(forged, url).toEqual([]);
          const of = (name: string) =>
            headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
          expect(of("x-forwarded-for"), url).toEqual(["127.0.0.1"]);
          expect(of("x-forwarded-proto"), url).toEqual([place.origin.split(":")[0]]);
        }
      },
    );

    // The others lead to Postern alone, and ask nothing.
    if (!one.asks) return;

    test("F9: websockets pass, after the question, and their headers are clean", async () => {
      seen.length = 0;
      const opening = request(`${place.origin}/app/socket`, names, WEBSOCKET);
      const told = await rawRequest(place.origin, opening, /you said hello/, "hello");
      expect(told).toMatch(/^HTTP\/1\.1 101 /);
      expect(told).toContain("you said hello");
      expect(seen.map(({ url }) => url)).toEqual(["/forward-auth", "/app/socket"]);
      for (const { url, headers } of seen) {
        expect(
          headers.filter(([, value]) => value.includes(FORGED)),
          url,
        ).toEqual([]);
      }
      const users = seen[1]?.headers.filter(([name]) => /^x-user/i.test(name));
      expect(users?.map(([, value]) => value)).toEqual(["ada", "ada"]);
    });

    test("a body is not sent along with the question, and the method is told", async () => {
      seen.length = 0;
      const head = request(`${place.origin}/app/x`, [], ["Connection: close", "Content-Length: 2"]);
      await rawRequest(place.origin, `${head.replace("GET", "POST")}{}`, /seen/);
      const [question] = seen;
      const of = (name: string) =>
        question?.headers.find(([key]) => key.toLowerCase() === name)?.[1];
      expect(question?.url).toBe("/forward-auth");
      expect([of("x-forwarded-method"), of("x-forwarded-uri")]).toEqual(["POST", "/app/x"]);
      expect(of("content-length") ?? "0").toBe("0");
    });
  });
});

/** Written by Traefik itself, as long as its entry point trusts no peer. */
const OWN = new Set([
  ...["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Real-IP"],
]);

test.each(ALL.filter(({ kind }) => kind === "traefik"))(
  "A10: $place removes every header in every spelling (Traefik itself is not run)",
  ({ text, asks }) => {
    const { middlewares } = parse(text).http;
    const removed = middlewares["no-identity"].headers.customRequestHeaders;
    const names = [...FORWARDED, ...IDENTITY, ...(asks ? OVERRIDES : [])].flatMap(spellings);
    for (const name of names) if (!OWN.has(name)) expect(removed[name], name).toBe("");
  },
);
