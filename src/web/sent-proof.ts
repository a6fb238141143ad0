/** The proof of possession that a request brings, and what it has to be made for (RFC 9449 §4.1, §4.3). */
import type { Connection } from "../runtime.ts";
import type { RequestHeaders } from "./request-head.ts";

export interface SentProof {
  /** Several headers are one text with commas, which no proof has. */
  readonly text: string;
  /** Of the request. */
  readonly method: string;
  readonly url: string;
  /** The origins that the client may have asked at. */
  readonly origins: () => readonly string[];
  /** The network that it came from, for counting; undefined where that is not known. */
  readonly network: () => string | undefined;
  /** The session in front has accepted it for this very request, so it is used up by it. */
  readonly accepted: boolean;
}

/** A request that may bring a proof; without method and address no proof is for it. */
export interface ProvenRequest {
  readonly headers: RequestHeaders;
  readonly method?: string;
  readonly url?: string;
}

/** Undefined for a request without the header. */
export function sentProof(
  { headers, method = "", url = "" }: ProvenRequest,
  { acceptedProof }: Pick<Connection, "acceptedProof">,
  origins: () => readonly string[],
  network: () => string | undefined,
): SentProof | undefined {
  const text = headers.get("dpop");
  if (text === null) return undefined;
  return { text, method, url, origins, network, accepted: text === acceptedProof };
}
