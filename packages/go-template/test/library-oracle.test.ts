/** What Go answers with the sprig collection (oracle/), we answer. */

import { describe, expect, test } from "vitest";
import answers from "../oracle/library-answers.json" with { type: "json" };
import asked from "../oracle/library-cases.json" with { type: "json" };
import { FUNCTION_NAMES } from "../src/functions.ts";
import { casesOf } from "./oracle.ts";

const LETTERS =
  "the collection takes bytes for letters here, which breaks every letter beyond ASCII";
const TITLE =
  "a JavaScript string knows no title case: of the two-letter characters the capital is taken";
const CONNECTORS = "the collection writes a connector twice when there is nothing else";

/** Where we differ from Go, and why. */
const DIFFERENT = new Map<string, string>([
  ["{{title .uni}}", TITLE],
  ["{{swapcase .uni}}", TITLE],
  ["{{nospace .uni}}", LETTERS],
  ['{{nospace "ÄÖ äö"}}', LETTERS],
  ["{{initials .uni}}", LETTERS],
  ['{{initials "ÄÖ äö"}}', LETTERS],
  ['{{camelcase "-"}}', CONNECTORS],
  ['{{camelcase "--"}}', CONNECTORS],
  ['{{camelcase "_"}}', CONNECTORS],
  ["{{mustSlice .s 1}}", "slice cuts texts, too, as Go's own does"],
  ["{{slice .s 0 .zero}}", "Go's slice refuses an index that comes straight out of a map"],
  ['{{uniq (list 1 1 2 "1" 1.0)}}', "numbers in lists are equal when they are worth the same"],
]);

const cases = casesOf(asked, answers);

describe("the pure part of sprig agrees", () => {
  test("about thousands of cases", () => {
    expect(cases.length).toBe(answers.length);
    expect(cases.length).toBeGreaterThan(2500);
  });

  /** An error here is an error there; its words are ours. */
  test("in all but a few, which say why", () => {
    const different = cases.flatMap(({ template, answer, ours }) => {
      const { output, kind, error } = ours();
      if (output === answer.output && kind === answer.kind) return [];
      return [{ template, go: answer.output ?? answer.error, ours: output ?? error }];
    });
    expect(different.filter(({ template }) => !DIFFERENT.has(template))).toEqual([]);
    expect(different.map(({ template }) => template).sort()).toEqual([...DIFFERENT.keys()].sort());
  });
});

/** What reads the clock, a file, the environment or the network, or makes randomness or keys. */
const LEFT_OUT = [
  "env expandenv getHostByName",
  "randAlphaNum randAlpha randAscii randNumeric randBytes randInt shuffle uuidv4",
  "bcrypt htpasswd derivePassword genPrivateKey buildCustomCert genCA genCAWithKey",
  "genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey",
  "encryptAES decryptAES semver semverCompare hello",
].flatMap((names) => names.split(" "));

test("files, environment, network, randomness and keys are out of reach", () => {
  expect(LEFT_OUT.filter((name) => FUNCTION_NAMES.has(name))).toEqual([]);
});

test("every function is asked about", () => {
  const asks = asked.cases.map(({ template }) => template).join(" ");
  const clock = ["now", "ago"];
  const builtIn = "and or not html js urlquery index slice print println call".split(" ");
  const silent = [...FUNCTION_NAMES].filter((name) => !new RegExp(`\\b${name}\\b`).test(asks));
  expect(silent.filter((name) => ![...clock, ...builtIn].includes(name))).toEqual([]);
});
