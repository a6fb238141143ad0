/** A pattern as a program of small steps, for a machine that follows all ways at once. */

import type { Has } from "./classes.ts";
import { type Pattern, type Place, refusal, type Tree } from "./tree.ts";

/** `fork` prefers its first way. */
export type Step =
  | { kind: "set"; has: Has }
  | { kind: "place"; place: Place }
  | { kind: "save"; slot: number }
  | { kind: "fork"; first: number; second: number }
  | { kind: "found" };

export type Program = {
  steps: readonly Step[];
  /** Two for the whole match and for each group. */
  slots: number;
  names: ReadonlyMap<string, readonly number[]>;
};

/** Every step may cost its work at every character. */
const MAX_STEPS = 5000;

export function compile({ tree, groups, names }: Pattern): Program {
  const steps: Step[] = [];
  write(steps, { kind: "group", index: 0, tree });
  steps.push({ kind: "found" });
  return { steps, slots: (groups + 1) * 2, names };
}

function write(steps: Step[], tree: Tree): void {
  if (steps.length > MAX_STEPS) throw refusal("expression too large");
  switch (tree.kind) {
    case "set":
      steps.push({ kind: "set", has: tree.has });
      return;
    case "place":
      steps.push({ kind: "place", place: tree.place });
      return;
    case "group":
      steps.push({ kind: "save", slot: tree.index * 2 });
      write(steps, tree.tree);
      steps.push({ kind: "save", slot: tree.index * 2 + 1 });
      return;
    case "sequence":
      for (const part of tree.parts) write(steps, part);
      return;
    case "choice":
      writeChoice(steps, tree.options);
      return;
    case "repeat":
      writeRepeat(steps, tree);
  }
}

/** A fork whose ways are filled in when they are known; `lazy` prefers to go past. */
function fork(steps: Step[]): (inside: number, past: number, lazy: boolean) => void {
  const at = steps.length;
  steps.push({ kind: "fork", first: at + 1, second: at + 1 });
  return (inside, past, lazy) => {
    const [first, second] = lazy ? [past, inside] : [inside, past];
    steps[at] = { kind: "fork", first, second };
  };
}

function writeChoice(steps: Step[], options: readonly Tree[]): void {
  const ends: number[] = [];
  options.forEach((option, index) => {
    const last = index === options.length - 1;
    const at = steps.length;
    const set = last ? undefined : fork(steps);
    write(steps, option);
    if (last) return;
    ends.push(steps.length);
    fork(steps);
    set?.(at + 1, steps.length, false);
  });
  for (const end of ends) {
    steps[end] = { kind: "fork", first: steps.length, second: steps.length };
  }
}

function writeRepeat(steps: Step[], repeat: Extract<Tree, { kind: "repeat" }>): void {
  const { tree, least, most, lazy } = repeat;
  const endless = most === Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < least - (endless ? 1 : 0); turn++) write(steps, tree);
  if (!endless) {
    const forks: ((inside: number, past: number, lazy: boolean) => void)[] = [];
    const insides: number[] = [];
    for (let turn = least; turn < most; turn++) {
      forks.push(fork(steps));
      insides.push(steps.length);
      write(steps, tree);
    }
    forks.forEach((set, index) => {
      set(insides[index] ?? 0, steps.length, lazy);
    });
    return;
  }
  // x* is (x+)?, which keeps the order of preferences where x can be empty.
  const skip = least === 0 ? fork(steps) : undefined;
  const inside = steps.length;
  write(steps, tree);
  const again = fork(steps);
  again(inside, steps.length, lazy);
  skip?.(inside, steps.length, lazy);
}
