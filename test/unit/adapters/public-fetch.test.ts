/** G-6: a name is resolved once, every address must be public, and the checked address is the one that is used. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createHttpClient } from "../../../src/adapters/http-client.ts";
import type { PinnedFetch } from "../../../src/adapters/pinned-fetch.ts";
import { createPublicFetch, type PublicFetchOptions } from "../../../src/adapters/public-fetch.ts";
import { UnfetchableUrl } from "../../../src/errors.ts";

const send = vi.fn<PinnedFetch>();
beforeEach(() => {
  send.mockReset().mockImplementation(async () => new Response("ok"));
});

const PUBLIC = "93.184.216.34";
const PUBLIC_V6 = "2606:2800:220:1:248:1893:25c8:1946";
const URL_GIVEN = "https://docs.example.com/client.json";
const GENERIC = "the URL leads to no public address that answers";

const client = (options: PublicFetchOptions) =>
  createHttpClient(undefined, createPublicFetch({ ...options, send }));
const answering = (...addresses: string[]) => vi.fn(async () => addresses);
const connectedTo = () => send.mock.calls.map(([, address]) => address);

test("G-6: the connection goes to the address that was checked", async () => {
  const resolve = answering(PUBLIC);
  const answer = await client({ resolve })(new Request(URL_GIVEN), { publicOnly: true });
  expect([answer.status, await answer.text()]).toEqual([200, "ok"]);
  expect(connectedTo()).toEqual([PUBLIC]);
  expect(resolve.mock.calls.map(([name]: unknown[]) => name)).toEqual(["docs.example.com"]);
});

test("the log has one sentence about a certificate that does not count, and the stranger has none", async () => {
  const cause = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
  send.mockRejectedValue(cause);
  const refused = client({ resolve: answering(PUBLIC) })(new Request(URL_GIVEN), {
    publicOnly: true,
  });
  await expect(refused).rejects.toMatchObject({
    message: GENERIC,
    cause: { message: "its certificate has expired", cause },
  });
});

test("G-6: a name that changes its address is asked once", async () => {
  const answers = [[PUBLIC], ["127.0.0.1"]];
  const resolve = vi.fn(async () => answers.shift() ?? []);
  await client({ resolve })(new Request(URL_GIVEN), { publicOnly: true });
  expect(resolve).toHaveBeenCalledTimes(1);
  expect(connectedTo()).toEqual([PUBLIC]);
});

describe("G-6: no connection is attempted", () => {
  test.each([
    ["loopback", ["127.0.0.1"]],
    ["loopback in IPv6", ["::1"]],
    ["a private address", ["10.1.2.3"]],
    ["the metadata service", ["169.254.169.254"]],
    ["a mapped address", ["::ffff:10.1.2.3"]],
    ["a public and a private address", [PUBLIC, "192.168.0.1"]],
    ["a public address, and a private one in IPv6", [PUBLIC, "fd00::1"]],
    ["what is no address", ["docs.example.com"]],
    ["nothing", []],
  ])("where the name leads to %s", async (_, addresses) => {
    const asked = client({ resolve: answering(...addresses) });
    const refused = asked(new Request(URL_GIVEN), { publicOnly: true });
    await expect(refused).rejects.toBeInstanceOf(UnfetchableUrl);
    await expect(refused).rejects.toMatchObject({ code: "invalid_request", message: GENERIC });
    expect(send).not.toHaveBeenCalled();
  });

  test.each([
    "http://docs.example.com/",
    "https://docs.example.com:8443/",
    "https://0x7f.1/",
    "https://[::ffff:127.0.0.1]/",
    "https://localhost/",
    "https://docs.example.com./",
  ])("to %s, and no name is asked", async (url) => {
    const resolve = answering(PUBLIC);
    const refused = client({ resolve })(new Request(url), { publicOnly: true });
    await expect(refused).rejects.toBeInstanceOf(UnfetchableUrl);
    expect(resolve).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
  });
});

test("G-6: a failure says the same as a name that leads inside; the cause is for the log", async () => {
  const cause = new Error("connect ECONNRESET 93.184.216.34:443");
  send.mockRejectedValue(cause);
  const failed = client({ resolve: answering(PUBLIC) })(new Request(URL_GIVEN), {
    publicOnly: true,
  });
  await expect(failed).rejects.toMatchObject({ code: "invalid_request", message: GENERIC, cause });

  const unknown = new Error("queryA ENOTFOUND docs.example.com");
  const resolve = vi.fn(async () => Promise.reject(unknown));
  const unresolved = client({ resolve })(new Request(URL_GIVEN), { publicOnly: true });
  await expect(unresolved).rejects.toMatchObject({ message: GENERIC, cause: unknown });
});

test("the next address is tried only where nothing was sent, two of each family", async () => {
  const unreachable = (code: string) => Object.assign(new Error(code), { code });
  const many = ["1.0.0.1", "1.0.0.2", "1.0.0.3", PUBLIC_V6, "2606::1", "2606::2"];
  const asked = () =>
    client({ resolve: answering(PUBLIC_V6, ...many) })(new Request(URL_GIVEN), {
      publicOnly: true,
    });
  send.mockRejectedValue(unreachable("ENETUNREACH"));
  await expect(asked()).rejects.toBeInstanceOf(UnfetchableUrl);
  expect(connectedTo()).toEqual(["1.0.0.1", "1.0.0.2", PUBLIC_V6, PUBLIC_V6]);
  send.mockReset().mockRejectedValue(unreachable("ECONNRESET"));
  await expect(asked()).rejects.toBeInstanceOf(UnfetchableUrl);
  expect(connectedTo()).toEqual(["1.0.0.1"]);
});

test("R-6: the deadline covers the question for the address", async () => {
  const resolve = vi.fn(
    (_: string, signal: AbortSignal) =>
      new Promise<string[]>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("cancelled")));
      }),
  );
  const late = client({ resolve })(new Request(URL_GIVEN), { publicOnly: true, timeout: 50 });
  await expect(late).rejects.toMatchObject({
    code: "invalid_request",
    message: "the URL answers too late",
  });
  expect(send).not.toHaveBeenCalled();
});

test("a caller that gives up gets its own reason", async () => {
  const control = new AbortController();
  send.mockImplementation((_request, _address, signal) => {
    control.abort();
    return Promise.reject(signal.reason);
  });
  const request = new Request(URL_GIVEN, { signal: control.signal });
  const asked = client({ resolve: answering(PUBLIC) })(request, { publicOnly: true });
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});

test("the certificate of a stranger is never left unverified", async () => {
  const asked = client({ resolve: answering(PUBLIC) });
  await expect(asked(new Request(URL_GIVEN), { publicOnly: true, insecure: true })).rejects.toThrow(
    "always verified",
  );
  expect(send).not.toHaveBeenCalled();
});

describe("where `fetch` is all there is", () => {
  const edge = createHttpClient();

  test.each(["http://docs.example.com/", "https://0x7f.1/", "https://metadata.google.internal/"])(
    "G-6: %s is refused by its form",
    async (url) => {
      const asked = edge(new Request(url), { publicOnly: true });
      await expect(asked).rejects.toBeInstanceOf(UnfetchableUrl);
    },
  );
});
