/** G-6: URLs that an administrator wrote reach public addresses, and inside only what is listed as internal. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createHttpClient } from "../../../src/adapters/http-client.ts";
import type { PinnedFetch } from "../../../src/adapters/pinned-fetch.ts";
import { createPublicFetch } from "../../../src/adapters/public-fetch.ts";
import { UnfetchableUrl } from "../../../src/errors.ts";

const send = vi.fn<PinnedFetch>();
beforeEach(() => {
  send.mockReset().mockImplementation(async () => new Response("ok"));
});

const PUBLIC = "93.184.216.34";
const answering = (...addresses: string[]) => vi.fn(async () => addresses);
const connectedTo = () => send.mock.calls.map(([, address]) => address);

interface Names {
  readonly resolve?: ReturnType<typeof answering>;
  readonly lookUp?: ReturnType<typeof answering>;
}

function ask(url: string, internal: readonly string[], names: Names = {}, insecure = false) {
  const { resolve = answering(PUBLIC), lookUp = answering("10.0.0.9") } = names;
  const http = createHttpClient(undefined, createPublicFetch({ resolve, lookUp, send }));
  return http(new Request(url), { publicOnly: true, internal, insecure });
}

describe("G-6: nothing is listed", () => {
  test("a public host is reached on any port", async () => {
    expect((await ask("https://op.example.com:8443/token", [])).status).toBe(200);
    expect(connectedTo()).toEqual([PUBLIC]);
  });

  test.each([
    "http://op.example.com/token",
    "https://127.0.0.1:8443/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://[fd00::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::a00:1]/",
    "https://[2002:a00:1::]/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://keycloak/",
    "https://keycloak.internal/",
    "https://localhost/",
    "https://op.example.com./",
    "file:///etc/passwd",
    "ftp://op.example.com/",
  ])("%s is not fetched", async (url) => {
    await expect(ask(url, [])).rejects.toBeInstanceOf(UnfetchableUrl);
    expect(send).not.toHaveBeenCalled();
  });

  test("a name that leads inside, too, is not fetched", async () => {
    const resolve = answering(PUBLIC, "10.0.0.1");
    await expect(ask("https://op.example.com/", [], { resolve })).rejects.toBeInstanceOf(
      UnfetchableUrl,
    );
    expect(send).not.toHaveBeenCalled();
  });
});

describe("G-6: a listed name", () => {
  const list = ["keycloak.internal"];

  test("is found as the host finds it, over plain http, too", async () => {
    const names = { resolve: answering(), lookUp: answering("10.0.0.9") };
    expect((await ask("http://keycloak.internal:8080/token", list, names)).status).toBe(200);
    expect(connectedTo()).toEqual(["10.0.0.9"]);
    expect(names.resolve).not.toHaveBeenCalled();
  });

  test("lists no other name and no address", async () => {
    for (const url of [
      "https://x.keycloak.internal/",
      "https://10.0.0.9/",
      "http://op.example.com/",
    ]) {
      await expect(ask(url, list), url).rejects.toBeInstanceOf(UnfetchableUrl);
    }
    expect(send).not.toHaveBeenCalled();
  });
});

describe("G-6: a listed network", () => {
  const list = ["10.20.0.0/16"];

  test("is reached by address and by name", async () => {
    await ask("http://10.20.0.1:8080/", list);
    await ask("https://op.example.com/", list, { resolve: answering("10.20.0.2") });
    await ask("http://op.example.com/", list, { resolve: answering("10.20.0.3") });
    expect(connectedTo()).toEqual(["10.20.0.1", "10.20.0.2", "10.20.0.3"]);
  });

  test("opens nothing beside it: plain http to public addresses, neighbours, mixed names", async () => {
    const names = { resolve: answering("10.20.0.3", PUBLIC) };
    await expect(ask("http://op.example.com/", list, names)).rejects.toBeInstanceOf(UnfetchableUrl);
    await expect(ask("http://10.21.0.1/", list)).rejects.toBeInstanceOf(UnfetchableUrl);
    await expect(ask("https://[::ffff:10.20.0.1]/", list)).rejects.toBeInstanceOf(UnfetchableUrl);
    expect(send).not.toHaveBeenCalled();
  });
});

test("`insecure` counts for addresses that an administrator wrote, and only where it is said", async () => {
  await ask("https://op.example.com/", [], {}, true);
  await ask("https://op.example.com/", []);
  expect(send.mock.calls.map(([, , , trust]) => trust?.insecure)).toEqual([true, false]);
});

describe("where `fetch` is all there is", () => {
  const edge = createHttpClient();

  test.each(["http://op.example.com/", "https://10.0.0.1/", "https://keycloak/"])(
    "G-6: %s is refused by its form",
    async (url) => {
      const asked = edge(new Request(url), { publicOnly: true, internal: [] });
      await expect(asked).rejects.toBeInstanceOf(UnfetchableUrl);
    },
  );
});
