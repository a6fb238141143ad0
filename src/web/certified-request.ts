/** What a client certificate can be read from. */
import type { Connection } from "../runtime.ts";
import type { RequestHeaders } from "./request-head.ts";

/** A request together with its peer. */
export interface CertifiedRequest {
  readonly request: { readonly headers: RequestHeaders };
  readonly connection: Connection;
}
