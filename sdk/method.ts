/** What a login method adds to the client: its calls. */
import type { LoginClient } from "./types.ts";

/** Where the calls of a method go. */
export interface LoginPlace {
  /** Address of the base, with a trailing slash. */
  readonly base: string;
  /** The absolute address of a link; throws where the link does not offer it. */
  at(url: string | undefined): string;
}

export type MethodCalls<Name extends keyof LoginClient> = (
  place: LoginPlace,
) => Pick<LoginClient, Name>;
