/** What our functions do beyond what Go was asked: the clock, zones, and data that stays as it is. */

import { describe, expect, test } from "vitest";
import { attempt, stopped } from "./attempt.ts";

const AT = { ...stopped, now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) };

describe("the clock", () => {
  test("now is the clock that the caller gives, in UTC", () => {
    expect(attempt("{{now}}", {}, AT)).toBe("2026-01-02 03:04:05.678 +0000 UTC");
    expect(attempt('{{now | date "2006-01-02"}} {{now | unixEpoch}}', {}, AT)).toBe(
      "2026-01-02 1767323045",
    );
    expect(attempt('{{now | dateModify "-24h" | htmlDate}}', {}, AT)).toBe("2026-01-01");
    expect(attempt("{{ago 1767322985}} {{now | ago}}", {}, AT)).toBe("1m1s 1s");
    expect(attempt('{{toDate "2006" "2020" | durationRound}}', {}, AT)).toBe("6y");
  });
});

describe("dates", () => {
  test("a number of the data is seconds since 1970; a text is no date", () => {
    expect(attempt('{{date "2006-01-02" .}}', 1767225600)).toBe("2026-01-01");
    expect(attempt('{{date "2006-01-02" .}}', "2026-01-01")).toContain("see toDate");
    expect(attempt('{{date "2006-01-02" .nope}}', {})).toContain("see toDate");
    expect(attempt('{{. | toDate "2006-01-02" | date "2 Jan 06"}}', "2026-01-01")).toBe("1 Jan 26");
  });

  test("zones with summer time; an unknown one is UTC", () => {
    const text = '{{dateInZone "15:04 -0700" . "Europe/Berlin"}}';
    expect(attempt(text, 1767225600)).toBe("01:00 +0100");
    expect(attempt(text, 1783000000)).toBe("15:46 +0200");
    expect(attempt('{{dateInZone "15:04 MST" 0 "No/Where"}}')).toBe("00:00 UTC");
    expect(attempt('{{dateInZone "15:04" 0 "__proto__"}}')).toBe("00:00");
  });

  test("years beyond every calendar", () => {
    expect(attempt('{{date "2006" 9223372036854775807}}')).toMatch(/^\d+$/);
    expect(attempt('{{toDate "2006" "9999" | dateModify "2000000h" | date "2006"}}')).toBe("10227");
  });
});

describe("maps and lists of the data are never changed", () => {
  const data = () => ({ m: { a: 1, c: { d: 2 } }, l: [3, 1, 2] });

  test("set and unset refuse them and say what to do", () => {
    for (const call of ['set .m "b" 2', 'unset .m "a"', 'set .m.c "d" 1']) {
      expect(attempt(`{{${call}}}`, data())).toContain("give it a copy: deepCopy");
    }
    expect(attempt('{{$m := deepCopy .m}}{{set $m "b" 2}} {{.m}}', data())).toBe(
      "map[a:1 b:2 c:map[d:2]] map[a:1 c:map[d:2]]",
    );
    expect(
      attempt('{{$m := deepCopy .m}}{{$_ := set $m.c "d" 9}}{{$m.c.d}}{{.m.c.d}}', data()),
    ).toBe("92");
  });

  test("merge gives a copy, also of what is inside", () => {
    const given = data();
    const before = structuredClone(given);
    const text =
      '{{merge .m (dict "b" 2 "c" (dict "e" 3))}} {{mergeOverwrite (dict) .m (dict "c" (dict "d" 9))}}';
    expect(attempt(text, given)).toBe("map[a:1 b:2 c:map[d:2 e:3]] map[a:1 c:map[d:9]]");
    attempt("{{reverse .l}}{{sortAlpha .l}}{{append .l 4}}{{omit .m `a`}}{{pick .m `a`}}", given);
    expect(given).toEqual(before);
  });

  test("keys of every name are data, in order", () => {
    const text = '{{$d := dict "__proto__" "p" "constructor" "c"}}{{keys $d}} {{$d.__proto__}}';
    expect(attempt(text)).toBe("[__proto__ constructor] p");
    expect(attempt('{{get (dict) "constructor"}}|{{hasKey .m "toString"}}', data())).toBe("|false");
    expect(attempt('{{(fromJson `{"__proto__":{"x":1}}`).x}}')).toBe("<no value>");
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });
});

describe("templates as they are written", () => {
  const user = {
    email: "Ada.Lovelace@Example.com",
    groups: ["b", "a", "b"],
    no: 12345678,
    age: 41,
  };

  test.each([
    ['{{(split "@" .email)._0}}', "Ada.Lovelace"],
    ['{{index (splitList "@" .email) 1}}', "Example.com"],
    ['{{.email | lower | trimSuffix "@example.com" | replace "." " " | title}}', "Ada Lovelace"],
    ['{{printf "%.0f" .no}} {{printf "%d" .no}} {{.no | int64}}', "12345678 12345678 12345678"],
    ["{{if gt .age 18.0}}yes{{end}}{{if gt .age 18}}yes{{end}}", "yesyes"],
    ["{{coalesce .nickname .name .email | b64enc}}", "QWRhLkxvdmVsYWNlQEV4YW1wbGUuY29t"],
    ['{{ternary "adult" "minor" (ge .age 18)}}', "adult"],
    ["{{add .age 1}} {{mul .age 2}} {{div .age 2}}", "42 82 20"],
    ['{{.groups | uniq | sortAlpha | join ","}}', "a,b"],
    ['{{has "a" .groups}} {{without .groups "b"}}', "true [a]"],
    ["{{sha256sum (lower .email) | trunc 8}}", "e814ff3d"],
  ])("%s", (text, result) => {
    expect(attempt(text, user)).toBe(result);
  });
});
