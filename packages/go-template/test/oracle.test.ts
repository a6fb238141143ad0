/** What Go's own text/template answers (oracle/), we answer, errors too. */

import { describe, expect, test } from "vitest";
import answers from "../oracle/answers.json" with { type: "json" };
import asked from "../oracle/cases.json" with { type: "json" };
import { casesOf } from "./oracle.ts";

const BOTH = "a JSON number is an integer to what takes no float, and a float otherwise";

/** Where we differ from Go, and why. */
const DIFFERENT = new Map<string, string>([
  ['{{"\\xff"}} {{len "\\xff"}}', "a JavaScript string cannot hold a byte that is not UTF-8"],
  ["{{slice .s .i}}", "Go's slice refuses an index that comes straight out of a map"],
  ["{{slice (slice .l 0 1) 0 3}}", "a slice shows nothing behind its end"],
  ["{{eq .mail .mail}}", "refused like every comparison of records, in our words"],
  ['{{printf "%v|%d|%s|%T|%5v|%#v|%+v|%q|%x|%t" .l .l .l .l .l .l .l .l .l .l}}', BOTH],
  ['{{printf "%v|%d|%s|%T|%5v|%#v|%+v|%q|%x|%t" .m .m .m .m .m .m .m .m .m .m}}', BOTH],
  ["{{range .l}}{{if eq . 1}}{{continue}}{{end}}{{.}}{{break}}{{end}}", BOTH],
  ['{{.m.a | printf "%d"}} {{.m.a | printf "%d" 1}}', BOTH],
  ['{{printf "%d %v %s %q %x" .max .max .max .max .max}}', BOTH],
  ['{{eq .s "hello"}} {{eq .i 5}} {{eq .i 5.0}}', BOTH],
  [
    '{{printf "%d|%5d|%-5d|%05d|%+d|%x|%X|%#x|%o|%b|%c|%U" .neg .neg .neg .neg .neg .neg .neg .neg .neg .neg 8364 8364}}',
    BOTH,
  ],
  [
    '{{printf "%s" .l}} {{printf "%d" .l}} {{printf "%q" .words}} {{printf "%x" .words}} {{printf "%5s|%-5s" .words .words}} {{printf "%.1s" .words}} {{printf "%T %T" .m .none}}',
    BOTH,
  ],
  ['{{printf "%T %q" (split "," "a,b") (split "," "a,b")}}', "there is one kind of map"],
]);

const cases = casesOf(asked, answers);

describe("Go's text/template agrees", () => {
  test("about several hundred cases", () => {
    expect(cases.length).toBe(answers.length);
    expect(cases.length).toBeGreaterThan(800);
  });

  test.each(cases)("$template ($data)", ({ template, answer, ours }) => {
    const reason = DIFFERENT.get(template);
    if (reason === undefined) expect(ours()).toEqual(answer);
    else expect(ours(), reason).not.toEqual(answer);
  });
});
