/** Peers as the runtimes report them, and the limits that come before a handler. */
import { expect, test } from "vitest";
import { bunConnection } from "../../../src/adapters/bun/runtime.ts";
import { denoConnection } from "../../../src/adapters/deno/runtime.ts";
import { refuseMalformedRequest } from "../../../src/adapters/limits.ts";
import { nodeConnection } from "../../../src/adapters/node/runtime.ts";
import { foldAddress } from "../../../src/adapters/peer.ts";
import { urlOf } from "../../../src/adapters/serving.ts";

const request = new Request("http://host.test/x", {
  headers: { "x-forwarded-for": "6.6.6.6", forwarded: "for=6.6.6.6" },
});

test.each([
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["::FFFF:0a01:0203", "10.1.2.3"],
  ["fe80::1%eth0", "fe80::1"],
  ["2001:DB8::1", "2001:db8::1"],
  ["10.1.2.3", "10.1.2.3"],
])("H-6: %s is %s", (given, folded) => expect(foldAddress(given)).toBe(folded));

test("the connection comes from the runtime and never from a header", () => {
  const socket = { remoteAddress: "::ffff:1.2.3.4", encrypted: true, authorized: false };
  const server = { requestIP: () => ({ address: "::ffff:1.2.3.4" }), protocol: "https" };
  const info = { remoteAddr: { hostname: "1.2.3.4" } };

  const peer = { remoteAddress: "1.2.3.4", tls: true };
  const headers = { host: "a.test" };
  expect(nodeConnection(request, { incoming: { socket, headers } })).toEqual({
    ...peer,
    host: "a.test",
    headersBounded: true,
  });
  expect(bunConnection(request, server)).toEqual(peer);
  expect(bunConnection(request, { server })).toEqual(peer);
  expect(denoConnection(request, info)).toEqual({ remoteAddress: "1.2.3.4", tls: false });
});

test("only a verified certificate is told", () => {
  const raw = Buffer.from([1, 2, 3]);
  const socket = (authorized: boolean) => ({
    remoteAddress: "1.2.3.4",
    encrypted: true,
    authorized,
    getPeerCertificate: () => ({ raw }),
  });
  const certificate = (authorized: boolean) =>
    nodeConnection(request, { incoming: { socket: socket(authorized) } }).clientCertificate;

  expect(certificate(true)).toEqual(new Uint8Array([1, 2, 3]));
  expect(certificate(false)).toBeUndefined();
});

test.each([undefined, null, {}, { incoming: {} }, { remoteAddr: {} }, 5])(
  "an unknown environment gives an empty connection: %j",
  (env) => {
    for (const read of [nodeConnection, bunConnection, denoConnection])
      expect(read(request, env)).toEqual({});
  },
);

test("N-1: 8 KiB of URL and 16 KiB of headers, then 414 and 431", () => {
  const status = (path: string, header: string) =>
    refuseMalformedRequest(
      new Request(`https://host.test${path}`, { headers: { "x-long": header } }),
    )?.status;

  expect(status("/x", "x")).toBeUndefined();
  expect(status(`/${"a".repeat(8_191)}`, "x")).toBeUndefined();
  expect(status(`/?${"a".repeat(8_192)}`, "x")).toBe(414);
  expect(status("/", "a".repeat(16_384))).toBe(431);
});

test("the printed address can be opened", () => {
  expect(urlOf("0.0.0.0", 80, false)).toBe("http://127.0.0.1:80");
  expect(urlOf("::", 80, true)).toBe("https://[::1]:80");
});
