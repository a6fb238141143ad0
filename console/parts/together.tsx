/**
 * Panels one below the other that arrive at once: each asks a question of its own, and on a slow line one after the other would
 * push away what stands below it, and what is just being clicked.
 */
import { useIsFetching } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { FIRST_ANSWERS } from "../base/queries.ts";

const Arrival = createContext(true);

/** Whether what was asked beside this has been answered, too. Outside of `Together` nothing waits. */
export const useArrived = (): boolean => useContext(Arrival);

interface Asked<T> {
  readonly data: T | undefined;
  readonly error: unknown;
}

/** An answer or its failure, as soon as those beside it are there; until then its place is kept. */
export function useShown<T>({ data, error }: Asked<T>): Asked<T> {
  return useArrived() ? { data, error } : { data: undefined, error: null };
}

/** Waits once: what is asked again later changes in its place. */
export function Together({ children }: { children: ReactNode }) {
  const waiting = useIsFetching(FIRST_ANSWERS) > 0;
  // The panels ask when they have been drawn.
  const [isDrawn, setDrawn] = useState(false);
  const [arrived, setArrived] = useState(false);
  useEffect(() => setDrawn(true), []);
  useEffect(() => {
    if (isDrawn && !waiting) setArrived(true);
  }, [isDrawn, waiting]);
  return <Arrival value={arrived}>{children}</Arrival>;
}
