/** A regular expression as a tree: what the parser makes and the program is made from. */

import { TemplateError } from "../template-error.ts";

/** A place that matches no character. */
export type Place = "text start" | "text end" | "line start" | "line end" | "word edge" | "no edge";

export type Tree =
  | { kind: "set"; has: (point: number) => boolean }
  | { kind: "place"; place: Place }
  | { kind: "group"; index: number; tree: Tree }
  | { kind: "sequence"; parts: readonly Tree[] }
  | { kind: "choice"; options: readonly Tree[] }
  | { kind: "repeat"; tree: Tree; least: number; most: number; lazy: boolean };

export type Pattern = {
  tree: Tree;
  /** Groups with a number, without the whole match. */
  groups: number;
  /** Several groups may share a name. */
  names: ReadonlyMap<string, readonly number[]>;
};

export const refusal = (message: string): TemplateError =>
  new TemplateError("execute", `regexp: ${message}`);
