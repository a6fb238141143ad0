/** A request as modules read it that never need its body: the one that came, or the one that a proxy asks about. */

/** Headers by name, in any case. */
export type RequestHeaders = Pick<Headers, "get" | "has">;

/** Every `Request` is one. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly signal: AbortSignal;
}
