/** Redirect targets against the lists of a client (Z-1 to Z-3, T-2, T-21, W2, W3; RFC 8252 §7.3). */
import { describe, expect, test } from "vitest";
import type { Call } from "../../../src/call.ts";
import { AuthError } from "../../../src/errors.ts";
import {
  type RedirectUse,
  verifyRedirect,
  viewRedirect,
} from "../../../src/oauth2/clients/redirect-uri.ts";
import { capturingLogger, type LogLine } from "../../support/runtime.ts";

const lines: LogLine[] = [];
const callWith = (require_registered_redirects: boolean) =>
  ({
    snapshot: { settings: { oauth2: { require_registered_redirects } } },
    service: { runtime: { log: capturingLogger(lines) } },
  }) as unknown as Call;

interface Lists {
  readonly exact?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly public?: boolean;
  readonly dynamic?: boolean;
}

function verify(
  lists: Lists,
  uri: string | undefined,
  use: RedirectUse = "authorize",
  strict = false,
) {
  const client = {
    id: "client",
    public: lists.public ?? false,
    dynamic: lists.dynamic ?? false,
    redirectUris: lists.exact ?? [],
    whitelistUrls: lists.prefixes ?? [],
  };
  try {
    return verifyRedirect(callWith(strict), client, uri, use).uri;
  } catch (error) {
    if (error instanceof AuthError && error.message === "redirect_uri not allowed")
      return undefined;
    throw error;
  }
}

const EXACT = ["https://app.example.com/cb", "https://app.example.com/q?a=1&b=2"];

describe("Z-2: registered `redirect_uris` match by exact string", () => {
  test.each([...EXACT])("%s", (uri) => {
    expect(verify({ exact: EXACT }, uri)).toBe(uri);
  });

  test.each([
    undefined,
    "",
    " https://app.example.com/cb",
    "https://app.example.com/cb ",
    "https://app.example.com/cb/",
    "https://app.example.com/CB",
    "https://APP.example.com/cb",
    "HTTPS://app.example.com/cb",
    "https://app.example.com:443/cb",
    "https://app.example.com:8443/cb",
    "https://app.example.com./cb",
    "http://app.example.com/cb",
    "https://app.example.com/cb?",
    "https://app.example.com/cb#",
    "https://app.example.com/cb#code",
    "https://app.example.com/cb?x=1",
    "https://app.example.com/cb/../cb",
    "https://app.example.com/%63b",
    "https://app.example.com//cb",
    "https://app.example.com/\\cb",
    "https://app.example.com\\@evil.test/cb",
    "https://user@app.example.com/cb",
    "https://app.example.com@evil.test/cb",
    "https://app.example.com.evil.test/cb",
    "https://evil.test/https://app.example.com/cb",
    "https://app.example.com/cb\r\nSet-Cookie: a=b",
    "https://app.example.com/cb\t",
    "https://app.example.com/cb\u0000",
    "https:/app.example.com/cb",
    "https:app.example.com/cb",
    "https:///app.example.com/cb",
    "//app.example.com/cb",
    "/cb",
    "app.example.com/cb",
    "https://app.example.com/q?b=2&a=1",
    "https://app.example.com/q?a=1",
    "https://арр.example.com/cb",
    "https://app。example.com/cb",
    `https://app.example.com/cb?${"x".repeat(3_000)}`,
  ])("not %j", (uri) => {
    expect(verify({ exact: EXACT }, uri)).toBeUndefined();
  });

  test("any exact entry switches prefixes off", () => {
    const lists = { exact: EXACT, prefixes: ["https://app.example.com/"] };
    expect(verify(lists, "https://app.example.com/other")).toBeUndefined();
  });
});

describe("T-21: of a registered http loopback target the port alone may vary", () => {
  test.each([
    ["http://127.0.0.1/cb", "http://127.0.0.1:51004/cb"],
    ["http://127.0.0.1:8080/cb", "http://127.0.0.1/cb"],
    ["http://127.0.0.1:8080/cb", "http://127.0.0.1:65535/cb"],
    ["http://[::1]/cb", "http://[::1]:51004/cb"],
    ["http://localhost:3000/cb?a=b", "http://localhost:4000/cb?a=b"],
    ["http://localhost", "http://localhost:4000"],
  ])("%s registered: %s", (registered, uri) => {
    expect(verify({ exact: [registered] }, uri)).toBe(uri);
  });

  test.each([
    ["http://127.0.0.1/cb", "http://127.0.0.1:51004/other"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:51004/cb/"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:51004/cb?x"],
    ["http://127.0.0.1/cb", "https://127.0.0.1:51004/cb"],
    ["https://127.0.0.1/cb", "https://127.0.0.1:51004/cb"],
    ["http://127.0.0.1/cb", "http://localhost:51004/cb"],
    ["http://127.0.0.1/cb", "http://[::1]:51004/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.2:51004/cb"],
    ["http://127.0.0.1/cb", "http://127.1:51004/cb"],
    ["http://127.0.0.1/cb", "http://0x7f000001/cb"],
    ["http://127.0.0.1/cb", "http://2130706433/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1.evil.test/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:80@evil.test/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:0/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:065/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:65536/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:8080:90/cb"],
    ["http://localhost/cb", "http://LOCALHOST:1/cb"],
    ["http://localhost/cb", "http://localhost.evil.test/cb"],
    ["http://localhost/cb", "http://sub.localhost/cb"],
    ["http://192.168.0.1/cb", "http://192.168.0.1:51004/cb"],
  ])("%s registered: not %s", (registered, uri) => {
    expect(verify({ exact: [registered] }, uri)).toBeUndefined();
  });
});

const PREFIXES = [
  "https://app.example.com/area",
  "https://root.example.com",
  "http://lan.example:8080/x/",
];

describe("Z-3, W2: prefixes match on the parsed URL, at a segment boundary", () => {
  test.each([
    "https://app.example.com/area",
    "https://app.example.com/area/",
    "https://app.example.com/area/a/b?c=d",
    "https://APP.example.com:443/area/a",
    "https://app.example.com/area/a%20b",
    "https://root.example.com",
    "https://root.example.com/anything",
    "http://lan.example:8080/x",
    "http://lan.example:8080/x/y",
  ])("%s", (uri) => {
    expect(verify({ prefixes: PREFIXES }, uri)).toBe(uri);
  });

  test.each([
    "https://app.example.com",
    "https://app.example.com/",
    "https://app.example.com/areas",
    "https://app.example.com/area.evil",
    "https://app.example.com/Area",
    "https://app.example.com.evil.test/area",
    "https://app.example.com@evil.test/area",
    "https://evil.test@app.example.com/area",
    "https://app.example.com:8443/area",
    "http://app.example.com/area",
    "https://app.example.com/area/../admin",
    "https://app.example.com/area/%2e%2e/admin",
    "https://app.example.com/area/.%2E/admin",
    "https://app.example.com/area/..",
    "https://app.example.com/area/./x",
    "https://app.example.com/area%2f..%2fadmin",
    "https://app.example.com/area%2Fx",
    "https://app.example.com/area%5c..%5cadmin",
    "https://app.example.com/area/..;/admin",
    "https://app.example.com/area//evil.test",
    "https://app.example.com//evil.test/area",
    "https://app.example.com/area\\..\\admin",
    "https://app.example.com/area/%252e%252e/admin",
    "https://app.example.com/area/%00",
    "https://app.example.com/area/%0d%0aSet-Cookie:x",
    "https://app.example.com/area/%zz",
    "https://app.example.com/area#x",
    "https://app.example.com/area?code=forged",
    "https://app.example.com/area?x=1&state=forged",
    "https://app.example.com/area?%69ss=https://evil.test",
    "https://app.example.com/area?error=access_denied",
    "https://app%2eexample.com/area",
    "https://sub.root.example.com/",
    "https://root.example.com.",
    "https://root.example.comm/",
    "https://root.example.com:80/",
    "http://lan.example/x",
    "http://lan.example:8080/xy",
    "javascript://app.example.com/area%0aalert(1)",
  ])("not %j", (uri) => {
    expect(verify({ prefixes: PREFIXES }, uri)).toBeUndefined();
  });

  test("a prefix with a query, and an application's scheme, match as a whole only", () => {
    const prefixes = ["https://app.example.com/a?x=1", "com.example.app:/cb"];
    for (const uri of prefixes) expect(verify({ prefixes }, uri)).toBe(uri);
    for (const uri of [
      "https://app.example.com/a",
      "https://app.example.com/a?x=12",
      "com.example.app:/cb/more",
      "com.example.apps:/cb",
    ]) {
      expect(verify({ prefixes }, uri), uri).toBeUndefined();
    }
  });

  test("a prefix that could be read in two ways matches nothing", () => {
    const prefixes = ["https://app.example.com/a/../", "https://user@app.example.com/", "nonsense"];
    expect(verify({ prefixes }, "https://app.example.com/")).toBeUndefined();
  });
});

describe("schemes that run or carry content are refused everywhere, in any case", () => {
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript://x/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "DATA:text/html;base64,PHNjcmlwdD4=",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "blob:https://app.example.com/1",
    "about:blank",
    "filesystem:https://app.example.com/x",
    "view-source:https://app.example.com/",
    "intent://x#Intent;end",
    "mailto:a@example.com",
    "urn:ietf:wg:oauth:2.0:oob",
    "\tjavascript:alert(1)",
    "java\nscript:alert(1)",
  ])("%j, even when it is registered", (uri) => {
    expect(verify({ exact: [uri] }, uri)).toBeUndefined();
    expect(verify({ prefixes: [uri] }, uri)).toBeUndefined();
    expect(verify({}, uri, "federated")).toBeUndefined();
  });

  test.each(["com.example.app:/cb", "com.example.app://cb", "cursor://anysphere.cursor/oauth/cb"])(
    "RFC 8252 §7.1: an application's own scheme is fine when registered: %s",
    (uri) => {
      expect(verify({ exact: [uri] }, uri)).toBe(uri);
      expect(verify({}, uri, "federated"), "but never by default").toBeUndefined();
    },
  );

  test("user information in an application's URI", () => {
    const uri = "com.example.app://good.example.com@evil.test/cb";
    expect(verify({ exact: [uri] }, uri)).toBeUndefined();
  });
});

describe("rule 13, W3, T-2: a client with neither list", () => {
  const uri = "https://anything.example/cb";

  test("federated logins of confidential clients accept every target, with a logged warning", () => {
    lines.length = 0;
    expect(verify({}, uri, "federated")).toBe(uri);
    expect(lines).toEqual([
      {
        level: "warn",
        message: "redirect target accepted without a registration",
        fields: { client: "client", host: "anything.example" },
      },
    ]);
  });

  test("T-2: never for /authorize, public or dynamic clients", () => {
    expect(verify({}, uri, "authorize")).toBeUndefined();
    expect(verify({ public: true }, uri, "federated")).toBeUndefined();
    expect(verify({ dynamic: true }, uri, "federated")).toBeUndefined();
  });

  test("W3: `oauth2.require_registered_redirects` forbids it", () => {
    expect(verify({}, uri, "federated", true)).toBeUndefined();
    expect(verify({ exact: [uri] }, uri, "federated", true)).toBe(uri);
  });

  test("a non-empty target that is a place on the web, without an answer in its query", () => {
    for (const bad of [undefined, "", "/x", "com.example.app:/cb", `${uri}?code=x`, `${uri}#x`]) {
      expect(verify({}, bad, "federated"), bad).toBeUndefined();
    }
  });
});

test("B-4: what a person is shown of a target", () => {
  const view = (uri: string) => {
    const client = {
      id: "c",
      public: true,
      dynamic: false,
      redirectUris: [uri],
      whitelistUrls: [],
    };
    return viewRedirect(verifyRedirect(callWith(false), client, uri, "authorize"));
  };
  expect(view("https://app.example.com/cb")).toEqual({
    scheme: "https:",
    host: "app.example.com",
    loopback: false,
  });
  expect(view("http://[::1]:80/cb")).toMatchObject({ host: "[::1]:80", loopback: true });
  expect(view("com.example.app:/cb")).toMatchObject({ scheme: "com.example.app:", host: "" });
});
