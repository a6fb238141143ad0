/** One place where calls tell that the service knows no session any more. */
import { createStore } from "../std/store.ts";

const flag = createStore(false);

export const sessionEnded = {
  announce: () => flag.set(true),
  settle: () => flag.set(false),
  use: flag.use,
};
