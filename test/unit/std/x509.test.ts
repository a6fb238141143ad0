/** Reading certificates (RFC 5280 §4): everything that is none is a RangeError, and one reading is left. */
import { describe, expect, test } from "vitest";
import { readObjectId, readTime } from "../../../src/std/der-reader.ts";
import { parseCertificate } from "../../../src/std/x509.ts";
import { comparableWrittenName } from "../../../src/std/x509-name.ts";
import { selfSigned } from "../../support/certificates.ts";

const { der } = selfSigned("/C=DE/O=Example/CN=robot");

describe("a certificate", () => {
  test("of OpenSSL is read", () => {
    expect(parseCertificate(der)).toMatchObject({
      subject: comparableWrittenName("CN=robot,O=Example,C=DE"),
      notBefore: Date.UTC(2020, 0),
      notAfter: Date.UTC(2040, 0),
      forClients: true,
    });
  });

  test("that is cut off anywhere, or has something behind it, is none", () => {
    for (let length = 0; length < der.length; length++) {
      expect(() => parseCertificate(der.subarray(0, length))).toThrow(RangeError);
    }
    expect(() => parseCertificate(Buffer.concat([der, Buffer.of(0)]))).toThrow(RangeError);
  });

  test("with any octet changed is read or a RangeError, and nothing else", () => {
    for (let at = 0; at < der.length; at++) {
      for (const value of [0x00, 0x7f, 0x80, 0x84, 0xff]) {
        const changed = Uint8Array.from(der);
        changed[at] = value;
        try {
          parseCertificate(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }
    }
  });
});

test.each([
  ["an indefinite length", "3080"],
  ["a length that is not minimal", "308100"],
  ["a long tag", "3f8101"],
  ["nested without end", "30".repeat(4_000)],
])("DER refuses %s", (_what, hex) => {
  expect(() => parseCertificate(Buffer.from(hex, "hex"))).toThrow(RangeError);
});

test("object identifiers and times have one form", () => {
  expect(readObjectId(Buffer.from("550403", "hex"))).toBe("2.5.4.3");
  expect(() => readObjectId(Buffer.from("55048003", "hex"))).toThrow(RangeError);
  expect(() => readObjectId(Buffer.from("5504ff", "hex"))).toThrow(RangeError);
  const time = (tag: number, text: string) => () => readTime({ tag, content: Buffer.from(text) });
  expect(time(0x17, "490101000000Z")()).toBe(Date.UTC(2049, 0));
  expect(time(0x17, "500101000000Z")()).toBe(Date.UTC(1950, 0));
  expect(time(0x18, "20500101000000Z")()).toBe(Date.UTC(2050, 0));
  for (const text of ["20501301000000Z", "20500101000000+0100", "20500101000000.5Z", ""]) {
    expect(time(0x18, text)).toThrow(RangeError);
  }
});

test.each(["", "robot", "XX=robot", "CN=a,,O=b", "CN"])("%j is no name", (text) => {
  expect(comparableWrittenName(text)).toBeUndefined();
});
