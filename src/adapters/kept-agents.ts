/** Connections that wait for the next request to the same address, a few and for a short time. */
import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";

/** Of one address; Node's agents tell names, ports and trust apart by themselves. */
export interface Agents {
  readonly plain: PlainAgent;
  readonly secure: SecureAgent;
}

/** Milliseconds that an idle connection is kept: less than servers keep it (five seconds at Node's). */
const IDLE_MS = 3_000;
/** Idle connections of one address and name. */
const MAX_IDLE_CONNECTIONS = 6;
/** Addresses; the one that was asked for the longest ago makes way. */
const MAX_ADDRESSES = 200;

/** Past every proxy that the environment names: a proxy would resolve the name again. */
export function agents(keepAlive: boolean): Agents {
  const options = {
    keepAlive,
    proxyEnv: {},
    ...(keepAlive && { timeout: IDLE_MS, maxFreeSockets: MAX_IDLE_CONNECTIONS }),
  };
  return { plain: new PlainAgent(options), secure: new SecureAgent(options) };
}

export class KeptAgents {
  readonly #agents = new Map<string, Agents>();

  of(address: string): Agents {
    const agent = this.#agents.get(address) ?? agents(true);
    this.#agents.delete(address);
    this.#agents.set(address, agent);
    // What is under way ends by itself; what was idle closes when its time is over.
    const [oldest = address] = this.#agents.keys();
    if (this.#agents.size > MAX_ADDRESSES) this.#agents.delete(oldest);
    return agent;
  }
}
