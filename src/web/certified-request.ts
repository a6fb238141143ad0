/** What a request proves besides its token: a client certificate, or a key (RFC 8705, RFC 9449). */
import type { Connection } from "../runtime.ts";
import type { ProvenRequest } from "./sent-proof.ts";

/** A request together with its peer. */
export interface CertifiedRequest {
  /** A `Request` is one. */
  readonly request: ProvenRequest;
  readonly connection: Connection;
  /** Where it was asked at; absent: as its host says. Proofs are made for an address. */
  readonly origin?: string | undefined;
}
