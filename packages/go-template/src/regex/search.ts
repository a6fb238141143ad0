/**
 * Runs a program over a text: all ways at once, so that the work is at most steps × characters for one
 * match, and every bit of it is charged to the budget. The match is the one that a backtracking engine
 * would find first, as in Go.
 */

import type { Budget } from "../budget.ts";
import { isWord } from "./classes.ts";
import type { Program, Step } from "./program.ts";
import type { Place } from "./tree.ts";

/** Starts and ends by slot, in code points; -1 for a group that took no part. */
export type Match = readonly number[];

/** A way that waits at a step, with what it has saved. */
type Way = { at: number; saved: Match };

const VISITS_PER_STEP = 8;

export class Search {
  private readonly program: Program;
  private readonly points: readonly number[];
  private readonly budget: Budget;
  /** When a step was reached last; the better way comes first. */
  private readonly reached: number[];
  private round = 0;
  private visits = 0;

  constructor(program: Program, points: readonly number[], budget: Budget) {
    this.program = program;
    this.points = points;
    this.budget = budget;
    this.reached = new Array<number>(program.steps.length).fill(0);
  }

  /** The leftmost match that starts at `from` or later. */
  from(from: number): Match | undefined {
    const nothing: Match = new Array<number>(this.program.slots).fill(-1);
    let ways: Way[] = [];
    let found: Match | undefined;
    this.round += 1;
    for (let at = from; at <= this.points.length; at++) {
      if (!found) this.follow(ways, { at: 0, saved: nothing }, at);
      if (found && ways.length === 0) break;
      const next: Way[] = [];
      this.round += 1;
      for (const way of ways) {
        const step = this.program.steps[way.at];
        if (step?.kind === "found") {
          found = way.saved;
          break;
        }
        const point = this.points[at];
        if (step?.kind === "set" && point !== undefined && step.has(point)) {
          this.follow(next, { at: way.at + 1, saved: way.saved }, at + 1);
        }
      }
      ways = next;
    }
    return found;
  }

  /** Adds the steps that are reached without taking a character, best way first. */
  private follow(ways: Way[], start: Way, place: number): void {
    const open = [start];
    for (let way = open.pop(); way; way = open.pop()) {
      this.charge();
      if (this.reached[way.at] === this.round) continue;
      this.reached[way.at] = this.round;
      const step = this.program.steps[way.at];
      if (!step || step.kind === "set" || step.kind === "found") ways.push(way);
      else open.push(...this.onwards(step, way, place));
    }
  }

  /** Where a step leads; the last is followed first. */
  private onwards(step: Exclude<Step, { kind: "set" | "found" }>, way: Way, place: number): Way[] {
    const { at, saved } = way;
    if (step.kind === "fork") {
      return [
        { at: step.second, saved },
        { at: step.first, saved },
      ];
    }
    if (step.kind === "place") return this.isAt(step.place, place) ? [{ at: at + 1, saved }] : [];
    this.visits += saved.length;
    const copy = [...saved];
    copy[step.slot] = place;
    return [{ at: at + 1, saved: copy }];
  }

  private isAt(place: Place, at: number): boolean {
    const before = this.points[at - 1];
    const after = this.points[at];
    switch (place) {
      case "text start":
        return at === 0;
      case "text end":
        return after === undefined;
      case "line start":
        return at === 0 || before === 10;
      case "line end":
        return after === undefined || after === 10;
      default:
        return (isWord(before) !== isWord(after)) === (place === "word edge");
    }
  }

  private charge(): void {
    this.visits += 1;
    if (this.visits < VISITS_PER_STEP) return;
    this.budget.spend(Math.floor(this.visits / VISITS_PER_STEP));
    this.visits %= VISITS_PER_STEP;
  }
}
