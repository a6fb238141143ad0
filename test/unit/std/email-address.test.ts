import fc from "fast-check";
import { expect, test } from "vitest";
import { domainOf, mailAddress, parseSender } from "../../../src/std/email-address.ts";

test.each([
  ["ada@example.com", "ada@example.com"],
  ["Ada.Lovelace+x@Mail.Example.COM", "Ada.Lovelace+x@Mail.Example.COM"],
  ["a!#$%&'*+/=?^_`{|}~-b@example.com", "a!#$%&'*+/=?^_`{|}~-b@example.com"],
  ["ada@intranet", "ada@intranet"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
])("%s is an address", (text, address) => {
  expect(mailAddress(text)).toBe(address);
});

test.each([
  "",
  "ada",
  "@example.com",
  "ada@",
  "ada@example.com ",
  " ada@example.com",
  "ada@example.com\r\nBcc: eve@example.com",
  "ada\r\n@example.com",
  "ada@example.com\0",
  "ada@example.com,eve@example.com",
  "ada@example.com;eve@example.com",
  "Ada <ada@example.com>",
  "<ada@example.com>",
  '"ada eve"@example.com',
  '"ada@eve.example"@example.com',
  "ada(comment)@example.com",
  ".ada@example.com",
  "ada.@example.com",
  "a..da@example.com",
  "ädä@example.com",
  "ada@-example.com",
  "ada@example-.com",
  "ada@exa_mple.com",
  "ada@example..com",
  "ada@example.com.",
  "ada@127.0.0.1",
  "ada@[127.0.0.1]",
  "ada@example.com:25",
  "ada@example.com/x",
  "ada@example。com@x y",
  `${"a".repeat(65)}@example.com`,
  `ada@${"a.".repeat(140)}com`,
  `ada@${"a".repeat(64)}.com`,
  `${"a.".repeat(10_000)}@example.com`,
])("E-5: %j is none", (text) => {
  expect(mailAddress(text)).toBeUndefined();
});

test("E-5: what is taken is one line of printable ASCII with one @, whatever comes in", () => {
  const letters = fc.array(fc.integer({ min: 0, max: 0x300 }), { maxLength: 20 });
  fc.assert(
    fc.property(letters, letters, (before, behind) => {
      const found = mailAddress(
        `${String.fromCharCode(...before)}@${String.fromCharCode(...behind)}`,
      );
      if (found !== undefined) expect(found).toMatch(/^[\x21-\x3f\x41-\x7e]+@[A-Za-z0-9.-]+$/);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["id@example.com", { name: "", address: "id@example.com" }],
  ["Example <id@example.com>", { name: "Example", address: "id@example.com" }],
  ['"Example, Ltd." <id@example.com>', { name: "Example, Ltd.", address: "id@example.com" }],
  ["A <b@c> <id@example.com>", { name: "A <b@c>", address: "id@example.com" }],
  ["Example", undefined],
  ["Example <id>", undefined],
  ["", undefined],
])("the sender %j", (text, sender) => {
  expect(parseSender(text)).toEqual(sender);
});

test("a domain tells nothing of the person", () => {
  expect(domainOf("ada@example.com")).toBe("example.com");
});
