/** Long work in slices: between two of them everything else has its turn. */
import { pause } from "./deadline.ts";

/** Milliseconds of work between two pauses. */
const SLICE_MS = 15;

export class TimeSlices {
  #since = performance.now();

  /** Waits for a turn when the slice is used up; costs next to nothing otherwise. */
  async yieldTurn(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await pause(0);
    this.#since = performance.now();
  }
}
