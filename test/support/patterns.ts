/** Regular expressions of source files, and what is wrong with them. */
import { visitRegExpAST } from "@eslint-community/regexpp";
import { getFirstConsumedChar, getMatchingDirection } from "regexp-ast-analysis";
import { parseAst } from "rolldown/parseAst";
import { type AnalysisResult, analyse } from "scslre";

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

export interface PatternsOfFile {
  readonly literals: readonly Pattern[];
  /** `new RegExp(…)` that runs when the module is loaded: the finished patterns are known then. */
  readonly atLoad: number;
  /** `new RegExp(…)` inside a function: its pattern is known to the caller alone. */
  readonly atUse: number;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** The patterns of one TypeScript file, by its syntax tree: never taken for a division or a comment. */
export function patternsIn(text: string): PatternsOfFile {
  const literals: Pattern[] = [];
  const made = { atLoad: 0, atUse: 0 };
  const visit = (node: unknown, inFunction: boolean): void => {
    if (Array.isArray(node)) for (const entry of node) visit(entry, inFunction);
    if (!isNode(node) || Array.isArray(node)) return;
    if (isNode(node.regex)) {
      literals.push({ source: String(node.regex.pattern), flags: String(node.regex.flags) });
    }
    const called = node.type === "NewExpression" || node.type === "CallExpression";
    if (called && isNode(node.callee) && node.callee.name === "RegExp") {
      made[inFunction ? "atUse" : "atLoad"] += 1;
    }
    const inside = inFunction || String(node.type).includes("Function");
    for (const child of Object.values(node)) visit(child, inside);
  };
  visit(parseAst(text, { lang: "ts" }), false);
  return { literals, ...made };
}

/** Alternatives of an unbounded repetition that can begin alike: each choice doubles the ways to match. */
function sharedBeginnings({ pattern, flags }: AnalysisResult["parsed"]): string[] {
  const found: string[] = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter({ max, element }) {
      if (max !== Number.POSITIVE_INFINITY || !("alternatives" in element)) return;
      const begins = element.alternatives.map(
        (one) => getFirstConsumedChar(one, getMatchingDirection(one), flags).char,
      );
      const shared = begins.some((one, at) =>
        begins.slice(at + 1).some((other) => !one.isDisjointWith(other)),
      );
      if (shared) found.push(`Alternatives: ${element.raw}`);
    },
  });
  return found;
}

/**
 * Why a pattern may take more than linear time, one text per reason; empty for a linear one. `Move`: it
 * is tried again from every place of a run (`/\/+$/`). `Trade`, `Self`: quantifiers share characters.
 * Runs of one character are tried; a repeated word that two quantifiers share is not found.
 */
export function superLinear({ source, flags }: Pattern): string[] {
  const { parsed, reports } = analyse({ source, flags });
  return [
    ...reports.map(({ type, character }) => `${type}: a run of ${JSON.stringify(character.pick)}`),
    ...sharedBeginnings(parsed),
  ];
}
