/** Who asks, as far as a call knows it. */
import type { Whence } from "../store/change.ts";

/** Filled in where the caller is read. */
export interface Asker {
  principal?: Whence["principal"] | undefined;
  agent?: string | undefined;
}

/** Longer names of browsers are cut. */
const MAX_AGENT_LENGTH = 400;

export const shortAgent = (agent: string | undefined): string | undefined =>
  agent?.slice(0, MAX_AGENT_LENGTH);

/** A class, since each literal with a getter has a shape of its own, which engines cannot learn. */
export class RequestAsker implements Asker {
  principal: Asker["principal"] = undefined;
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  get agent(): string | undefined {
    return shortAgent(this.#request.headers.get("user-agent") ?? undefined);
  }
}
