/** Something that a button does: it is busy meanwhile, and a failure is told in the words of the service. */
import { useId, useState } from "react";
import { failed, withdrawn } from "../base/notices.ts";

/** @param onFailure where a failure is told; else in a message of this action, which its next run takes away */
export function useAction(onFailure?: (error: unknown) => void): {
  readonly busy: boolean;
  /** @returns whether it succeeded */
  readonly run: (task: () => Promise<unknown>) => Promise<boolean>;
} {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const run = async (task: () => Promise<unknown>) => {
    setBusy(true);
    withdrawn(id);
    try {
      await task();
      return true;
    } catch (error) {
      if (onFailure) onFailure(error);
      else failed(error, id);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
