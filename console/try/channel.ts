/** How the page that receives a code tells the page that asked for it; both are of this origin, and nothing is stored. */

const NAME = "postern-try";

/** Path below the prefix that a client's redirect list has to name. */
export const CALLBACK_PATH = "/ui/try";

export interface Arrival {
  /** Parameters of the authorization response, as they came. */
  readonly search: string;
}

/** The page that asked says that the answer was its own. */
export interface Received {
  readonly state: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** @returns what ends the listening */
function listen(hear: (message: Record<string, unknown>, channel: BroadcastChannel) => void) {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isObject(data)) hear(data, channel);
  };
  return () => channel.close();
}

/** Takes the answer whose `state` is this one; those of others are left alone. */
export const awaitArrival = (state: string, arrived: (answer: URLSearchParams) => void) =>
  listen(({ search }, channel) => {
    if (typeof search !== "string") return;
    const answer = new URLSearchParams(search);
    if (answer.get("state") !== state) return;
    channel.postMessage({ state } satisfies Received);
    arrived(answer);
  });

export function announce(search: string, taken: () => void): void {
  const own = new URLSearchParams(search).get("state");
  listen(({ state }) => {
    if (own !== null && state === own) taken();
  });
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ search } satisfies Arrival);
  channel.close();
}
