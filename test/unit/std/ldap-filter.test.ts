import { expect, test } from "vitest";
import { all, any, equals, isAttributeName, isFilter } from "../../../src/std/ldap-filter.ts";

test("D-1: a value stays a value (RFC 4515 §3)", () => {
  expect(equals("uid", "a*)(uid=\\b\u0000")).toBe("(uid=a\\2a\\29\\28uid=\\5cb\\00)");
  expect(equals("uid", "žluť")).toBe("(uid=žluť)");
  expect(() => equals("uid=*)(x", "a")).toThrow(TypeError);
});

test("filters are joined; one alone stays, and missing brackets are added", () => {
  expect(all("", equals("uid", "a"))).toBe("(uid=a)");
  expect(all("objectClass=person", equals("uid", "a"))).toBe("(&(objectClass=person)(uid=a))");
  expect(any("(a=b)", "(c=d)")).toBe("(|(a=b)(c=d))");
});

test.each(["uid", "sAMAccountName", "x-y", "2.5.4.3"])("%s names an attribute", (text) => {
  expect(isAttributeName(text)).toBe(true);
});

test.each(["", "1", "a b", "uid)", "uid;binary", "a".repeat(65)])("%j names none", (text) => {
  expect(isAttributeName(text)).toBe(false);
});

test.each([
  "(objectClass=*)",
  "objectClass=person",
  "(&(a=b)(!(c:1.2.840.113556.1.4.803:=2)))",
  " (a=b) ",
])("%s is a filter", (text) => {
  expect(isFilter(text)).toBe(true);
});

test.each(["", "(a=b", "a=b)", "(a=b)(c=d)", "()", "(&(a=b)())", "(a=\u0000)", "(".repeat(60)])(
  "%j is none",
  (text) => {
    expect(isFilter(text)).toBe(false);
  },
);
