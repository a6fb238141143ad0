/** G-6: the form of a URL that a stranger gave, before anything is asked about it. */
import { describe, expect, test } from "vitest";
import { checkPublicUrl, literalAddress } from "../../../src/adapters/public-url.ts";
import { UnfetchableUrl } from "../../../src/errors.ts";

const check = (text: string) => checkPublicUrl(new URL(text));

test.each([
  "https://docs.example.com/client.json",
  "https://docs.example.com:443/client.json?v=1",
  "https://bücher.example/",
  "https://93.184.216.34/",
  "https://[2606:2800:220:1:248:1893:25c8:1946]/",
])("%s may be fetched", (url) => {
  expect(() => check(url)).not.toThrow();
});

describe("G-6: refused before any question", () => {
  test.each([
    ["http://docs.example.com/", "https"],
    ["ftp://docs.example.com/", "https"],
    ["file:///etc/passwd", "https"],
    ["https://user@docs.example.com/", "username"],
    ["https://:secret@docs.example.com/", "username"],
    ["https://docs.example.com:8443/", "port 443"],
    ["https://docs.example.com:80/", "port 443"],
  ])("%s", (url, reason) => {
    expect(() => check(url)).toThrow(UnfetchableUrl);
    expect(() => check(url)).toThrow(reason);
  });

  test.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://１２７.0.0.1/",
    "https://127.0.0.1./",
    "https://0/",
    "https://3232235521/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0xa9fea9fe/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
  ])("an address that is not public: %s", (url) => {
    expect(() => check(url)).toThrow("not public");
  });

  test.each([
    "https://localhost/",
    "https://LOCALHOST/",
    "https://docs.localhost/",
    "https://intranet/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://nas.home.arpa/",
    "https://docs.example.com./",
    "https://localhost./",
    "https://docs..example.com/",
    "https://.example.com/",
  ])("a name of one network or with a second spelling: %s", (url) => {
    expect(() => check(url)).toThrow("not public");
  });

  test("names that only contain such words stay", () => {
    expect(() => check("https://mylocal.example.com/")).not.toThrow();
    expect(() => check("https://localhost.example.com/")).not.toThrow();
    expect(() => check("https://notlocal/")).toThrow();
  });
});

test("an address in a URL is told from a name", () => {
  const literal = (text: string) => literalAddress(new URL(text));
  expect(literal("https://[::1]:8443/")).toBe("::1");
  expect(literal("https://0x7f.1/")).toBe("127.0.0.1");
  expect(literal("https://127.example.com/")).toBeUndefined();
});
