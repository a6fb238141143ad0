/** Where a client's trial in the console ends (`{prefix}/ui/try`; B-1, B-6; ADR 0049). */
import { describe, expect, test } from "vitest";
import { testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";

const CODE = "a-code-for-no-one-else";
const FILES: Record<string, unknown> = {
  "ui/console.json": { script: "main-12345678.js", preload: [], styles: [], integrity: {} },
};
const assets = {
  read: async (path: string) =>
    FILES[path] ? new TextEncoder().encode(JSON.stringify(FILES[path])) : undefined,
};

describe("the end of a trial", () => {
  test("is a page for every browser that repeats nothing of the answer and sends it nowhere", async () => {
    await using service = await testAuth({}, { ...testRuntime(), assets });
    const response = await service.request("GET", `/auth/ui/try?code=${CODE}&state=%3Cscript%3E`);
    expect(response.status).toBe(200);
    const page = response.text;
    expect(page).toContain("main-12345678.js");
    expect(page).not.toContain(CODE);
    expect(page).not.toContain("<script>");
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test("is not there in a build without console", async () => {
    await using service = await testAuth(
      {},
      { ...testRuntime(), assets: { read: async () => undefined } },
    );
    expect((await service.request("GET", "/auth/ui/try")).status).toBe(404);
  });
});
