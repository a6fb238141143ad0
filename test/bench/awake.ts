/**
 * A load generator that never sleeps: it looks for answers without pause, on a core of its own. One that sleeps is woken by
 * the server, in the server's own processor time, and by a slow server for each single answer.
 */

/** @returns ends it */
export function stayAwake(): () => void {
  let over = false;
  const turn = () => over || setImmediate(turn);
  turn();
  return () => {
    over = true;
  };
}
