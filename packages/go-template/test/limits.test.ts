/** Every execution is bounded, whatever the template says. */

import { describe, expect, test } from "vitest";
import { lex } from "../src/lexer.ts";
import { parseTemplate } from "../src/template.ts";
import { attempt, stopped } from "./attempt.ts";

const nest = (open: string, inner: string, close: string, times: number) =>
  open.repeat(times) + inner + close.repeat(times);

describe("steps", () => {
  test("an endless loop ends", () => {
    expect(attempt("{{range 9223372036854775807}}{{end}}", {}, stopped)).toBe(
      'limit: template: x:1:8: executing "x" at <9223372036854775807>: ' +
        "limit exceeded: more than 100000 steps",
    );
  });

  test("loops in loops end", () => {
    const text = nest("{{range 1000}}", "x", "{{end}}", 10);
    expect(attempt(text, {}, stopped)).toMatch(/^limit: .*steps$/);
  });

  test("templates that call templates without recursion end", () => {
    const calls = (level: number) => `{{template "t${level}"}}`.repeat(10);
    const text = Array.from({ length: 12 }, (_, level) => {
      return `{{define "t${level}"}}${level < 11 ? calls(level + 1) : ""}{{end}}`;
    }).join("");
    expect(attempt(`${text}${calls(0)}`, {}, stopped)).toMatch(/^limit: .*steps$/);
  });

  test("the bound can be chosen", () => {
    const text = "{{range 10}}{{.}}{{end}}";
    expect(attempt(text, {}, { ...stopped, steps: 20 })).toMatch(/^limit: .*more than 20 steps$/);
    expect(attempt(text, {}, { ...stopped, steps: 100 })).toBe("0123456789");
  });

  test("wide data costs steps", () => {
    const list = new Array(200_000).fill(1);
    expect(attempt("{{range .}}{{end}}", list, stopped)).toMatch(/^limit: .*steps$/);
    const keys = Object.fromEntries(list.map((_, index) => [`k${index}`, 1]));
    expect(attempt("{{len .}}", keys, stopped)).toBe("200000");
    expect(attempt("{{range .}}{{break}}{{end}}", keys, stopped)).toMatch(/^limit: .*steps$/);
  });
});

describe("time", () => {
  test("100 ms by the clock given", () => {
    let now = 0;
    const clock = () => now++;
    expect(attempt("{{range 1000000}}{{end}}", {}, { clock, steps: 10_000_000 })).toMatch(
      /^limit: .*more than 100 ms$/,
    );
    expect(now).toBeLessThan(110);
  });

  test("the clock is read once in hundreds of steps", () => {
    let reads = 0;
    const clock = () => {
      reads += 1;
      return 0;
    };
    attempt("{{range 1000000}}{{end}}", {}, { clock, steps: 100_000 });
    expect(reads).toBeLessThan(100_000 / 256 + 3);
  });
});

describe("depth", () => {
  test("a template calls itself 16 deep, no deeper", () => {
    const down =
      '{{define "r"}}{{if .}}{{template "r" (slice . 1)}}{{end}}{{end}}{{template "r" .}}';
    expect(attempt(down, new Array(15).fill(1), stopped)).toBe("");
    expect(attempt(down, new Array(16).fill(1), stopped)).toBe(
      'limit: template: x:1:33: executing "r" at <{{template "r" (slice . 1)}}>: ' +
        "exceeded maximum template depth (16)",
    );
  });

  test("exponential recursion stops at the depth", () => {
    const text = '{{define "r"}}{{template "r"}}{{template "r"}}{{end}}{{template "r"}}';
    expect(attempt(text, {}, { ...stopped, steps: 100 })).toMatch(/^limit: .*template depth/);
  });

  test("the deepest template allowed does not exhaust the stack", () => {
    const inner = `${nest("{{if ", nest("(", "1", ")", 24), "", 1)}}}{{template "r"}}{{end}}`;
    const body = nest("{{with 1}}", inner, "{{end}}", 24);
    expect(attempt(`{{define "r"}}${body}{{end}}{{template "r"}}`, {}, stopped)).toMatch(
      /^limit: .*template depth/,
    );
  });

  test("cyclic and deep data", () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    for (const text of [
      "{{.}}",
      "{{toJson .}}",
      '{{printf "%q" .}}',
      "{{html .}}",
      "{{print .}}",
    ]) {
      expect(attempt(text, loop, stopped)).toMatch(/^limit: .*nested deeper than 100$/);
      expect(attempt(text, deep, stopped)).toMatch(/^limit: .*nested deeper than 100$/);
    }
    expect(attempt(`{{${".self".repeat(1000)}}}`, loop, { ...stopped, steps: 500 })).toMatch(
      /^limit: .*steps$/,
    );
  });
});

describe("output", () => {
  test("64 KiB in bytes", () => {
    const kib = "x".repeat(1024);
    expect(attempt("{{range 64}}{{$}}{{end}}", kib, stopped)).toHaveLength(65_536);
    expect(attempt("{{range 65}}{{$}}{{end}}", kib, stopped)).toMatch(
      /^limit: .*more than 65536 bytes of text$/,
    );
    expect(attempt("{{range 33}}{{$}}{{end}}", "é".repeat(1024), stopped)).toMatch(/^limit: /);
  });

  test.each([
    ['{{$x := "0123456789"}}{{range 60}}{{$x = print $x $x}}{{end}}'],
    ['{{$x := "0123456789"}}{{range 60}}{{$x = printf "%[1]s%[1]s" $x}}{{end}}'],
    ['{{$x := printf "%1000s" ""}}{{range 9}}{{$x = replace " " $x $x}}{{end}}'],
    ['{{$x := printf "%1000s" ""}}{{range 9}}{{$x = replace "" $x $x}}{{end}}'],
    ['{{$x := printf "%1000s" ""}}{{range 9}}{{$x = join $x (split "" $x)}}{{end}}'],
    ['{{$x := "<<<<<<"}}{{range 60}}{{$x = html $x $x}}{{end}}'],
    ['{{$x := "<<<<<<"}}{{range 60}}{{$x = js $x}}{{end}}'],
    ['{{$x := "%%%%%%"}}{{range 60}}{{$x = urlquery $x $x}}{{end}}'],
    ['{{$x := "\\"\\"\\""}}{{range 60}}{{$x = toJson $x}}{{end}}'],
    ['{{$x := "\\"\\"\\""}}{{range 60}}{{$x = printf "%q" $x}}{{end}}'],
    ['{{$x := "abcabc"}}{{range 60}}{{$x = printf "%x" $x}}{{end}}'],
    ['{{$x := "ab"}}{{range 60}}{{$x = repeat 9 $x}}{{end}}'],
    ['{{$x := "a\\n"}}{{range 60}}{{$x = indent 9 $x | cat $x}}{{end}}'],
    ['{{$x := "ab"}}{{range 60}}{{$x = b64enc $x}}{{end}}'],
    ['{{$x := "ab"}}{{range 60}}{{$x = b32enc $x}}{{end}}'],
    ['{{$x := "\\"\\""}}{{range 60}}{{$x = quote $x $x}}{{end}}'],
    ['{{$x := repeat 1000 "a "}}{{range 60}}{{$x = wrapWith 1 $x $x}}{{end}}'],
    ['{{$x := repeat 100 "aB"}}{{range 60}}{{$x = print (snakecase $x) (kebabcase $x)}}{{end}}'],
    ['{{$x := "ab"}}{{range 60}}{{$x = toPrettyJson (list $x $x)}}{{end}}'],
    ["{{repeat 9223372036854775807 `a`}}"],
    ["{{indent 9223372036854775807 `a`}}"],
  ])("no text on the way grows beyond it: %s", (text) => {
    expect(attempt(text, {}, stopped)).toMatch(/^limit: .*(bytes of text|steps)$/);
  });

  test("width and precision", () => {
    expect(attempt('{{printf "%1000d" 1}}', {}, stopped)).toHaveLength(1000);
    for (const verb of ["%1001d", "%.1001f", "%999999999s", "%.99999999d", "%*d"]) {
      expect(attempt(`{{printf "${verb}" 1001 1}}`, {}, stopped)).toMatch(/^limit: .*width/);
    }
  });

  test("huge input texts are charged for", () => {
    const text = "a".repeat(10_000_000);
    for (const call of ["upper .", "len .", "index . 5", "slice . 5", 'split "" .', "html ."]) {
      expect(attempt(`{{${call}}}`, text, stopped)).toMatch(/^limit: /);
    }
  });
});

describe("functions beyond Go's own", () => {
  test.each([
    ["{{$l := list 1}}{{range 60}}{{$l = concat $l $l}}{{end}}"],
    ["{{$l := list}}{{range 100000}}{{$l = append $l 1}}{{end}}"],
    ["{{$l := until 20000}}{{uniq $l}}"],
    ["{{until 9223372036854775807}}"],
    ["{{seq 9223372036854775807}}"],
    ["{{untilStep 0 -9223372036854775807 -1}}"],
    ["{{range 100000}}{{$x := sha512sum `a`}}{{end}}"],
    ["{{sha256sum .}}"],
    ["{{snakecase . | len}}{{camelcase . | len}}"],
    ["{{range 100000}}{{$x := trimAll `x` $}}{{end}}"],
    ['{{range 100000}}{{$x := dateInZone "15" 0 "Asia/Kolkata"}}{{end}}'],
    ['{{range $i := until 90000}}{{$x := dateInZone "15" 0 (print "Zone" $i)}}{{end}}'],
    [`{{divf ${"1.2345678901234567e-308 ".repeat(2000)}}}`],
    ["{{$d := dict}}{{range $i := until 90000}}{{$_ := set $d (print $i) (keys $d)}}{{end}}"],
    ["{{$d := dict}}{{range 60}}{{$d = dict `a` $d `b` $d}}{{end}}{{deepCopy $d}}"],
    ["{{$l := list}}{{range 60}}{{$l = list $l $l}}{{end}}{{deepEqual $l (deepCopy $l)}}"],
  ])("%s ends", (text) => {
    expect(attempt(text, "x".repeat(60_000), stopped)).toMatch(/^limit: /);
  });

  /** Patterns that make a backtracking engine exponential, and what a search of all ways may cost. */
  test.each([
    ["(a*)*b"],
    ["(a|a)*b"],
    ["(a|aa)+$b"],
    ["(a+)+(a+)+(a+)+b"],
    ["a{0,1000}a{0,1000}b"],
    ["(?:a{0,60}){0,60}b"],
    ["a.*b|a"],
    ["(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)b"],
  ])("the pattern %s on 60,000 letters ends", (pattern) => {
    for (const call of [
      `regexReplaceAll ${JSON.stringify(pattern)} . "x"`,
      `regexFindAll ${JSON.stringify(pattern)} . -1`,
    ]) {
      expect(attempt(`{{${call}}}`, "a".repeat(60_000), stopped)).toMatch(
        /^(limit: |execute: .*too large$)/,
      );
    }
  });

  test("an ordinary pattern on an ordinary text is far from the limit", () => {
    const text = '{{regexReplaceAll "[^a-z0-9]+" . "-"}}';
    expect(attempt(text, "ab c!".repeat(400), { ...stopped, steps: 20_000 })).toHaveLength(2000);
    expect(attempt('{{regexMatch "^(a+)+$" .}}', `${"a".repeat(1000)}b`, stopped)).toBe("false");
  });

  test("a pattern that is too large or too deep is refused", () => {
    expect(attempt('{{regexMatch "(((a{100}){100}){100})" .}}', "a")).toMatch(/too large$/);
    const deep = `${"(".repeat(200)}a${")".repeat(200)}`;
    expect(attempt(`{{regexMatch "${deep}" "a"}}`)).toMatch(/nests too deeply$/);
    expect(attempt(`{{regexMatch . "a"}}`, "(?:".repeat(20_000), stopped)).toMatch(/deeply$/);
    expect(attempt(`{{regexMatch . "a"}}`, "a|".repeat(20_000), stopped)).toMatch(/too large$/);
  });

  test("a map that holds itself", () => {
    const loop = "{{$d := dict}}{{$_ := set $d `a` $d}}{{$e := dict}}{{$_ := set $e `a` $e}}";
    for (const use of [
      "$d",
      "deepCopy $d",
      "deepEqual $d $e",
      "merge $d $e",
      "toJson $d",
      "quote $d",
    ]) {
      expect(attempt(`${loop}{{${use}}}`, {}, stopped)).toMatch(
        /^limit: .*nested deeper than 100$/,
      );
    }
  });

  test("a chain of products and sums stays small", () => {
    expect(attempt(`{{mulf ${"1e308 ".repeat(500)}}}`, {}, stopped)).toBe("+Inf");
    expect(attempt(`{{addf ${"1e308 1e-308 ".repeat(100)}}}`, {}, stopped)).toBe("+Inf");
  });

  test("a layout is short", () => {
    const message = /a layout has at most 1000 characters$/;
    expect(attempt("{{date . 0}}", "2006 ".repeat(500), stopped)).toMatch(message);
    expect(attempt("{{toDate . `x`}}", "2006 ".repeat(500), stopped)).toMatch(message);
  });
});

describe("parsing", () => {
  test("nesting is bounded", () => {
    const deep = "blocks or parentheses nested too deeply";
    for (const times of [51, 10_000]) {
      expect(attempt(`{{${nest("(", "1", ")", times)}}}`)).toBe(`parse: template: x:1: ${deep}`);
      expect(attempt(nest("{{if 1}}", "", "{{end}}", times))).toBe(`parse: template: x:1: ${deep}`);
      expect(attempt("(".repeat(times))).toBe("(".repeat(times));
    }
    expect(attempt(`{{${nest("(", "1", ")", 50)}}}`)).toBe("1");
    expect(attempt(`{{if 0}}${"{{else if 0}}".repeat(5000)}{{else}}x{{end}}`, {}, stopped)).toBe(
      "x",
    );
  });

  test("one token for each few characters, each looked at once", () => {
    const megabyte = 1_048_576;
    expect(lex("x".repeat(megabyte))).toHaveLength(2);
    expect(lex("{{.}}".repeat(megabyte / 5)).length).toBeLessThan(megabyte);
    expect(attempt("x".repeat(megabyte), {}, stopped)).toMatch(/^limit: .*bytes of text$/);
    expect(attempt("{{.}}".repeat(megabyte / 5), "", stopped)).toMatch(/^limit: .*steps$/);
  });

  test.each([
    ["{{", "parse"],
    ["{{/*", "parse"],
    ["{{- ", "parse"],
    ['{{"', "parse"],
    ["   {{- ", "parse"],
    ["{{.a.a", "parse"],
    ["{{1", "parse"],
    ['{{"a"', "parse"],
    ["{{(", "parse"],
    ["{{define `a`}}", "parse"],
    ["{{block `a` .}}", "parse"],
    ["{{if 1}}{{else}}", "parse"],
    ["{{/**/ -}} ", ""],
    ["{{$x:=1}}{{$x}}", "limit"],
    ["{{print 1 1}}", "limit"],
    ["{{define `a`}}{{end}}", ""],
  ])("a megabyte of %s is read once", (piece, kind) => {
    const text = piece.repeat(1_048_576 / piece.length);
    expect(lex(text).length).toBeLessThanOrEqual(text.length + 1);
    expect(attempt(text, {}, stopped).split(":")[0]).toBe(kind);
  });

  test("a long number, word or pipeline", () => {
    const digits = "1".repeat(500_000);
    expect(attempt(`{{${digits}}}`)).toMatch(/^parse: .*integer overflow/);
    expect(attempt(`{{${digits}.5}}`)).toMatch(/^parse: .*illegal number syntax/);
    expect(attempt(`{{.${"a".repeat(500_000)}}}`)).toBe("<no value>");
    expect(attempt(`{{1${"| print".repeat(50_000)}}}`, {}, stopped)).toMatch(/^limit: /);
    expect(attempt(`{{print${" 1".repeat(500_000)}}}`, {}, stopped)).toMatch(/^limit: /);
  });

  test("a template is parsed once and executed many times", () => {
    const template = parseTemplate("{{$x := .}}{{range 2}}{{$x}}{{end}}");
    expect([template.execute(1), template.execute("a")]).toEqual(["11", "aa"]);
  });
});
