/** Something that a button does: it is busy meanwhile, and a failure is told in the words of the service. */
import { useState } from "react";
import { failed } from "../app/notices.ts";

export function useAction(): {
  readonly busy: boolean;
  /** @returns whether it succeeded */
  readonly run: (task: () => Promise<unknown>) => Promise<boolean>;
} {
  const [busy, setBusy] = useState(false);
  const run = async (task: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await task();
      return true;
    } catch (error) {
      failed(error, "action");
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
