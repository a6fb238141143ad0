/** Says in the page which place stands there with its data. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { FIRST_ANSWERS } from "../base/queries.ts";

/**
 * Beside a page, below the same `Suspense`: `data-arrived` of `#main` is the hash of the place whose first answers have
 * come or were refused. It is no `aria-busy`: a screen reader may keep back what is busy, and one card that waits for
 * a slow directory would keep back the whole page.
 */
export function Arrived({ hash }: { hash: string }) {
  const queries = useQueryClient();
  useEffect(() => {
    const main = document.getElementById("main");
    if (!main) return undefined;
    let frame = 0;
    const isWaiting = () => queries.isFetching(FIRST_ANSWERS) > 0;
    const say = () => {
      if (!isWaiting()) main.dataset.arrived = hash;
    };
    const look = () => {
      cancelAnimationFrame(frame);
      if (isWaiting()) delete main.dataset.arrived;
      // An answer may lead to another question: it is asked once the page was drawn with the answer.
      else frame = requestAnimationFrame(() => (frame = requestAnimationFrame(say)));
    };
    look();
    const unsubscribe = queries.getQueryCache().subscribe(look);
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
      delete main.dataset.arrived;
    };
  }, [queries, hash]);
  return null;
}
