/** What one execution may use; reaching a bound throws an error of kind `limit`. */

import { TemplateError } from "./template-error.ts";
import { utf8Length } from "./utf8.ts";

export type TemplateLimits = {
  /** Evaluated nodes, and work on long texts and lists in proportion. */
  steps?: number;
  /** Templates that call templates. */
  depth?: number;
  /** Bytes of the output, and of every text made on the way. */
  output?: number;
  /** Width and precision of a `printf` verb. */
  width?: number;
  /** Wall time, looked at every few hundred steps. */
  milliseconds?: number;
  clock?: () => number;
  /** What the function `now` tells: milliseconds since 1970. */
  now?: () => number;
};

const STEPS_PER_LOOK = 256;
const UNITS_PER_STEP = 64;
/** Lists in lists: more than any sensible data, less than the stack. */
const MAX_DATA_DEPTH = 100;

export class Budget {
  readonly depth: number;
  readonly output: number;
  readonly now: () => number;
  private readonly steps: number;
  private readonly width: number;
  private readonly milliseconds: number;
  private readonly clock: () => number;
  private readonly deadline: number;
  private used = 0;
  private nextLook = STEPS_PER_LOOK;

  constructor(limits: TemplateLimits) {
    this.steps = limits.steps ?? 100_000;
    this.depth = limits.depth ?? 16;
    this.output = limits.output ?? 64 * 1024;
    this.width = limits.width ?? 1000;
    this.milliseconds = limits.milliseconds ?? 100;
    this.now = limits.now ?? Date.now;
    this.clock = limits.clock ?? (() => performance.now());
    this.deadline = this.clock() + this.milliseconds;
  }

  spend(steps = 1): void {
    this.used += steps;
    if (this.used > this.steps) throw exceeded(`more than ${this.steps} steps`);
    if (this.used < this.nextLook) return;
    this.nextLook = this.used + STEPS_PER_LOOK;
    if (this.clock() > this.deadline) throw exceeded(`more than ${this.milliseconds} ms`);
  }

  /** Work in proportion to the length of a text or list. */
  spendOn(length: number): void {
    this.spend(Math.ceil(length / UNITS_PER_STEP));
  }

  checkWidth(width: number): void {
    if (width > this.width) throw exceeded(`printf width or precision above ${this.width}`);
  }

  /** Refuses a text before it is made: `length` in UTF-16 units is never more than its bytes. */
  checkLength(length: number): void {
    if (length > this.output) throw exceeded(`more than ${this.output} bytes of text`);
  }

  checkDataDepth(depth: number): void {
    if (depth > MAX_DATA_DEPTH) throw exceeded(`data nested deeper than ${MAX_DATA_DEPTH}`);
  }
}

/** Text that grows piece by piece, never beyond the budget. */
export class Output {
  text = "";
  private readonly budget: Budget;
  private bytes = 0;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  write(piece: string): void {
    this.budget.checkLength(piece.length);
    this.budget.spendOn(piece.length);
    this.bytes += utf8Length(piece);
    this.budget.checkLength(this.bytes);
    this.text += piece;
  }
}

function exceeded(what: string): TemplateError {
  return new TemplateError("limit", `limit exceeded: ${what}`);
}
