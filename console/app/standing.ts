/** Whom the console is shown to. */
import { useEffect, useRef } from "react";
import { sessionEnded } from "../api/session-ended.ts";
import { type Capabilities, useCapabilities } from "./queries.ts";

/**
 * What the user of this tab may do. When their session ends it stays what it was, under the dialog that leads to a
 * new one: a page that went away would take with it what was typed.
 */
export function useStanding(): Capabilities | undefined {
  const { data } = useCapabilities();
  const last = useRef<Capabilities>(undefined);
  const ended = data !== undefined && !data.x_user && last.current?.x_user !== undefined;
  useEffect(() => {
    if (ended) sessionEnded.announce();
  }, [ended]);
  if (data && !ended) last.current = data;
  return last.current;
}
