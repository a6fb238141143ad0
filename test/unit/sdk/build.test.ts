/** What the browser build makes of `sdk/` (login-middleware.md, Login SDK and Versioning). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildBrowser } from "../../../scripts/build-browser.ts";
import { execFileSync } from "../../support/ended-programs.ts";

const ROOT = join(import.meta.dirname, "../../..");
const MARK = '"__SVC_METHODS_PATH__"';
let folder: string;
const built = (name: string) => readFileSync(join(folder, name), "utf8");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "postern-build-"));
  await buildBrowser(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const EXPORTS = [
  "LoginError",
  "createLogin",
  "createPasskey",
  "flowFromURL",
  "getRedirectPath",
  "isResponseTypeCode",
  "isWebAuthnSupported",
];
const METHODS = [
  "code",
  "emailCompleted",
  "emailConfirm",
  "emailRequest",
  "enrollPasskey",
  "finish",
  "methods",
  "passkey",
  "passkeyEnrollmentStatus",
  "password",
  "resetConfirm",
  "resetRequest",
  "setUpApp",
  "setUpPasskey",
  "signup",
  "signupVerify",
  "snoozePasskeyEnrollment",
];

/** Writes the SDK as a server with this methods path would, at `{base}/auth/sdk.js`. */
async function served(name: string, replacement: string) {
  const file = join(folder, name, "auth/sdk.mjs");
  mkdirSync(join(folder, name, "auth"), { recursive: true });
  writeFileSync(
    file,
    built("sdk.js").replace(MARK, () => replacement),
  );
  return import(pathToFileURL(file).href);
}

describe("sdk.js", () => {
  test("has every member of the specification, those of sign-in by mail and of a second factor, and nothing else", async () => {
    const sdk = await served("members", MARK);
    expect(Object.keys(sdk).sort()).toEqual(EXPORTS);
    expect(Object.keys(sdk.createLogin()).sort()).toEqual(METHODS);
  });

  test("is one module without imports and without a source map", () => {
    expect(built("sdk.js")).not.toMatch(/\bimport\s*[{("'`*]|sourceMappingURL/);
    expect(built("login.js")).not.toContain("sourceMappingURL");
  });

  test("carries the place of the methods path exactly once", () => {
    expect(built("sdk.js").split(MARK)).toHaveLength(2);
    expect(built("sdk.js").split("__SVC_METHODS_PATH__")).toHaveLength(2);
  });

  test.each([
    ["unreplaced", MARK, "auth/methods"],
    ["empty", '""', "auth/methods"],
  ])("%s means the default route under the base", async (name, replacement, path) => {
    const sdk = await served(name, replacement);
    const fetched = vi.fn(async (_url: string) => Response.json({ payload: { title: "T" } }));
    vi.stubGlobal("fetch", fetched);
    await sdk.createLogin().methods();
    vi.unstubAllGlobals();
    expect(fetched.mock.calls[0]?.[0]).toBe(pathToFileURL(join(folder, name, path)).href);
  });

  test("an overridden methods route is called on the module's own origin", async () => {
    const sdk = await served("moved", '"/elsewhere/methods"');
    const fetched = vi.fn(async (_url: string) => Response.json({ title: "unwrapped" }));
    vi.stubGlobal("fetch", fetched);
    const manifest = await sdk.createLogin().methods();
    vi.unstubAllGlobals();
    expect(fetched.mock.calls[0]?.[0]).toBe("file:///elsewhere/methods");
    expect(manifest.title).toBe("unwrapped");
  });

  test("the page runs on the served SDK, seen from {base}/assets/", () => {
    expect(built("login.js")).toMatch(/^import\{[^}]+\}from"\.\.\/auth\/sdk\.js"/);
  });
});

describe("sdk.d.ts", () => {
  const declared = (kind: string) =>
    [...built("sdk.d.ts").matchAll(new RegExp(`^export (?:declare )?${kind} (\\w+)`, "gm"))]
      .map(([, name]) => name)
      .sort();

  test("declares the values that the module exports", () => {
    expect(declared("(?:function|class|const)")).toEqual(EXPORTS);
  });

  test("imports nothing and explains its members", () => {
    expect(built("sdk.d.ts")).not.toMatch(/^import|from "/m);
    const client = built("sdk.d.ts").split("interface LoginClient")[1] ?? "";
    for (const method of METHODS) expect(client).toMatch(new RegExp(`\\*/\\n +${method}\\(`));
  });

  test("a strict program compiles against it, and wrong uses do not", () => {
    const program = join(folder, "program.ts");
    writeFileSync(
      program,
      `import { createLogin, LoginError, type LoginManifest } from "./sdk.js";
const login = createLogin({ base: "/login/" });
const manifest: LoginManifest = await login.methods();
for (const link of manifest.provider.password ?? []) {
  await login.password(link, { username: "a", password: "b", rememberMe: true, extra: { totp: "1" } });
  // @ts-expect-error a password is required
  await login.password(link, { username: "a" });
  const { verificationRequired }: { verificationRequired: boolean } = await login.signup(link, { email: "a@example.com", password: "b" });
  if (verificationRequired) await login.signupVerify(link, "code");
}
for (const link of manifest.provider.code ?? []) {
  await login.code(link, { features: "", signal: new AbortController().signal, onPopupClosed: () => {} });
}
const status = await login.passkeyEnrollmentStatus();
if (status.prompt) login.snoozePasskeyEnrollment(status);
login.finish();
export const failed = (error: unknown) => error instanceof LoginError && error.credentials && error.status > 0;
`,
    );
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const options = ["--strict", "--exactOptionalPropertyTypes", "--noEmit"];
    const targets = ["--module", "esnext", "--target", "es2022", "--lib", "es2022,dom"];
    const run = () =>
      execFileSync(process.execPath, [tsc, ...options, ...targets, program], {
        cwd: folder,
        encoding: "utf8",
      });
    expect(run).not.toThrow();
  });
});
