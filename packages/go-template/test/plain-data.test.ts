/** Templates see own data properties and nothing of JavaScript. */

import { describe, expect, test } from "vitest";
import { TemplateRecord } from "../src/value.ts";
import { attempt } from "./attempt.ts";

const NAMES = [
  "constructor",
  "__proto__",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "__lookupGetter__",
  "length",
];

describe("prototypes", () => {
  test.each(NAMES)("%s is a missing key", (name) => {
    expect(attempt(`{{.${name}}}{{.a.${name}}}`, { a: {} })).toBe("<no value><no value>");
    expect(attempt(`{{index . "${name}"}}`, {})).toBe("<no value>");
    expect(attempt(`{{.${name}.${name}}}`, {})).toBe("<no value>");
    expect(attempt(`{{.${name}}}`, {}, {}, { missingKey: "error" })).toContain(
      `map has no entry for key "${name}"`,
    );
  });

  test.each(NAMES)("%s of a text, list, number or record is an error", (name) => {
    for (const data of ["text", ["list"], 1, 1.5, true]) {
      expect(attempt(`{{.${name}}}`, data)).toContain(`can't evaluate field ${name} in type`);
    }
    expect(attempt(`{{.${name}}}`, new TemplateRecord("main.Mail", {}))).toContain(
      `can't evaluate field ${name} in type main.Mail`,
    );
    expect(attempt(`{{.type}}{{.fields}}`, new TemplateRecord("main.Mail", {}))).toMatch(
      /^execute/,
    );
  });

  test("own keys of these names are data like any other", () => {
    const data = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c", "toString": null}');
    expect(attempt('{{.__proto__.a}} {{.constructor}} {{index . "__proto__"}}', data)).toBe(
      "1 c map[a:1]",
    );
    expect(attempt("{{.}} {{len .}} {{toJson .}}", data)).toBe(
      "map[__proto__:map[a:1] constructor:c toString:<nil>] 3 " +
        '{"__proto__":{"a":1},"constructor":"c","toString":null}',
    );
    expect(Object.hasOwn(Object.prototype, "a")).toBe(false);
  });

  test("variables, templates and functions of these names do not exist", () => {
    expect(attempt("{{constructor}}")).toBe(
      'parse: template: x:1: function "constructor" not defined',
    );
    expect(attempt("{{$__proto__}}")).toBe('parse: template: x:1: undefined variable "$__proto__"');
    expect(attempt('{{template "__proto__"}}')).toContain('template "__proto__" not defined');
    expect(attempt("{{valueOf .}}")).toContain("not defined");
  });
});

describe("what is not data", () => {
  test("getters are not called and functions are not there", () => {
    let called = 0;
    const data = {
      get secret() {
        called += 1;
        return "s";
      },
      method: () => "m",
      [Symbol("s")]: 1,
      undef: undefined,
      own: 1,
    };
    Object.defineProperty(data, "hidden", { value: 1, enumerable: false });
    expect(attempt("{{.secret}}{{.method}}{{.hidden}}{{.undef}}|{{.}}|{{len .}}", data)).toBe(
      "<no value><no value><no value><no value>|map[own:1]|1",
    );
    expect(attempt("{{toJson .}} {{range $k, $v := .}}{{$k}}{{end}}", data)).toBe('{"own":1} own');
    expect(called).toBe(0);
  });

  test("instances show their own properties only", () => {
    class User {
      name = "n";
      greet() {
        return "hello";
      }
      get role() {
        return "admin";
      }
    }
    expect(attempt("{{.name}}{{.greet}}{{.role}}", new User())).toBe("n<no value><no value>");
    expect(attempt("{{.}}", new Map([["a", 1]]))).toBe("map[]");
    expect(attempt("{{call .f}}", { f: () => 1 })).toContain("call of nil");
  });
});

describe("records", () => {
  const mail = new TemplateRecord("main.Mail", { Email: "a@b.c", Details: { team: "red" } });

  test("an unknown field is an error, an unknown key is not", () => {
    expect(attempt("{{.Email}} {{.Details.team}} {{.Details.none}}", mail)).toBe(
      "a@b.c red <no value>",
    );
    expect(attempt("{{.Emial}}", mail)).toBe(
      'execute: template: x:1:2: executing "x" at <.Emial>: ' +
        "can't evaluate field Emial in type main.Mail",
    );
    expect(attempt("{{.user.Emial}}", { user: mail })).toContain("can't evaluate field Emial");
  });

  test("data is never changed", () => {
    const data = Object.freeze({ list: Object.freeze([3, 1]), map: Object.freeze({ b: 1, a: 2 }) });
    expect(attempt("{{range .map}}{{.}}{{end}}{{slice .list 1}}{{$ = 1}}{{$}}", data)).toBe(
      "21[1]1",
    );
  });
});

describe("numbers", () => {
  test("a number of the data is a float64, as Go's JSON reader makes it", () => {
    const text = '{{printf "%T %v" . .}}';
    expect(attempt(text, 41)).toBe("float64 41");
    expect(attempt(text, 12345678)).toBe("float64 1.2345678e+07");
    expect(attempt(text, 2 ** 53 - 1)).toBe("float64 9.007199254740991e+15");
    expect(attempt(text, 2 ** 53)).toBe("float64 9.007199254740992e+15");
    expect(attempt(text, -0)).toBe("float64 -0");
    expect(attempt(text, Number.NaN)).toBe("float64 NaN");
    expect(attempt(text, Number.POSITIVE_INFINITY)).toBe("float64 +Inf");
    expect(attempt(text, 12345678901234567890n)).toBe("float64 1.2345678901234567e+19");
    expect(attempt("{{toJson .}}", Number.NaN)).toContain("json: unsupported value: NaN");
  });

  test("a whole number is an integer where a verb or comparison asks for one", () => {
    const text = (format: string) => `{{printf "${format}" .}}`;
    expect(attempt(text("%d"), 12345678)).toBe("12345678");
    expect(attempt(text("%.0f"), 12345678)).toBe("12345678");
    expect(attempt(text("%.2f"), 12345678)).toBe("12345678.00");
    expect(attempt(text("%05d|%-5d|"), 42).slice(0, 6)).toBe("00042|");
    expect(attempt(text("%d"), 1.5)).toBe("%!d(float64=1.5)");
    expect(attempt(text("%d"), 1e300)).toBe("%!d(float64=1e+300)");
    for (const age of ["18", "18.0", "17.5"]) {
      expect(attempt(`{{gt . ${age}}} {{lt . ${age}}} {{eq . ${age}}}`, 41)).toBe(
        "true false false",
      );
      expect(attempt(`{{gt ${age} .}} {{le . ${age}}} {{ne . ${age}}}`, 41)).toBe(
        "false false true",
      );
    }
    expect(attempt("{{eq . 41}} {{eq . 41.0}} {{eq . 41 1}} {{ge . 41}} {{eq 41 .}}", 41)).toBe(
      "true true true true true",
    );
    expect(attempt("{{gt . 18}} {{lt . 18}} {{eq . 18}}", 18.5)).toBe("true false false");
    expect(attempt("{{eq . 9007199254740993}}", 2 ** 53), "no digit is made up").toBe("false");
    expect(attempt("{{eq . .}} {{lt . 1}} {{gt . 1}}", Number.NaN)).toBe("false false true");
    expect(
      attempt("{{index .l .n}} {{slice .l .n}} {{range .n}}x{{end}}", { l: [7, 8], n: 1 }),
    ).toBe("8 [8] x");
  });

  test("numbers that stand in a template compare as in Go", () => {
    expect(attempt("{{eq 1 1.0}}")).toContain("incompatible types for comparison");
    expect(attempt("{{gt . 18}}", "41")).toContain("incompatible types for comparison");
  });

  test("int64 writes the digits of a large number", () => {
    expect(attempt("{{.}} {{. | int64}} {{toJson .}}", 12345678)).toBe(
      "1.2345678e+07 12345678 12345678",
    );
  });

  test("imaginary numbers are refused", () => {
    expect(attempt("{{1i}}")).toBe(
      'parse: template: x:1: imaginary numbers are not supported: "1i"',
    );
    expect(attempt("{{1+2i}}")).toContain('imaginary numbers are not supported: "1+2i"');
  });
});
