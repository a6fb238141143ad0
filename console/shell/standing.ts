/** Whom the console is shown to. */
import { useEffect, useRef } from "react";
import { sessionEnded } from "../api/session-ended.ts";
import { type Capabilities, useCapabilities } from "../base/queries.ts";
import { isUnsaved } from "../base/route.ts";

/**
 * What the user of this tab may do. When their session ends it stays what it was, under the dialog that leads to a
 * new one: a page that went away would take with it what was typed. So it does when they are no administrator any
 * more, until the form is left: the API refuses what it sends by then.
 */
export function useStanding(): Capabilities | undefined {
  const { data } = useCapabilities();
  const last = useRef<Capabilities>(undefined);
  const ended = data !== undefined && !data.x_user && last.current?.x_user !== undefined;
  useEffect(() => {
    if (ended) sessionEnded.announce();
  }, [ended]);
  const demoted =
    data !== undefined && last.current?.is_admin === true && !data.is_admin && isUnsaved();
  if (data && !ended && !demoted) last.current = data;
  return last.current;
}
