/** Keeps a form from being left while it holds changes that are not saved. */
import { useEffect } from "react";
import { guard } from "./route.ts";

export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const free = guard();
    return () => {
      free();
    };
  }, [unsaved]);
}
