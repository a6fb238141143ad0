/** The algorithms by which tokens can be signed here now. */
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";

export const offeredAlgorithms = ({ settings }: Snapshot): readonly SignatureAlgorithm[] => [
  "RS256",
  ...settings.jwt.algorithms,
];
