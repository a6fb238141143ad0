/** Who hears of writes to session records, those of other instances included. */

import type { ChangeFeed } from "../store/change-feed.ts";
import type { SessionChanges } from "./session-store.ts";

/** As the trigger of `auth_sessions` writes it. */
const SESSION_PAYLOAD = /^session ([\w-]{1,64})$/;

/** @param feed undefined for a database of this process alone: it has no other writers */
export function sessionChanges(feed: ChangeFeed | undefined): SessionChanges {
  const subscribers = new Set<{ changed: (key: string) => void; lost: () => void }>();
  const tell = (key: string) => {
    for (const { changed } of subscribers) changed(key);
  };
  const miss = () => {
    for (const { lost } of subscribers) lost();
  };
  feed?.join({
    message(payload) {
      const key = SESSION_PAYLOAD.exec(payload)?.[1];
      if (key !== undefined) tell(key);
    },
    ready: miss,
    lost: miss,
  });
  return {
    areHeard: () => feed?.isHearing() ?? true,
    tell,
    subscribe(changed, lost) {
      const subscriber = { changed, lost };
      subscribers.add(subscriber);
      return { [Symbol.dispose]: () => void subscribers.delete(subscriber) };
    },
  };
}
