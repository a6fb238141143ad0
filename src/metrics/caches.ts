/** The bounded memories of a service, by name: how full each is, and how full it may become. */
import type { Service } from "../call.ts";
import { doubtsKept, provenKept } from "../credentials/counted-secret.ts";
import { keysKept } from "../iam/principals/api-key-principal.ts";
import { factorsKept } from "../iam/principals/factors.ts";
import { holdingsKept } from "../iam/principals/holdings.ts";
import { namesKept } from "../iam/principals/principal.ts";
import { clientKeysKept } from "../oauth2/clients/client-keys.ts";
import { documentsKept } from "../oauth2/documents/document-cache.ts";
import { pendingKept } from "../oauth2/pending-requests.ts";
import type { Fill } from "../std/bounded-map.ts";
import { proofKeysKept } from "../tokens/dpop/proof-key.ts";
import { signInsKept } from "../tokens/sign-in-use.ts";
import { claimsKept } from "../tokens/signed-claims.ts";

/** Those of a snapshot begin anew with each write. */
export const CACHES: Readonly<Record<string, (service: Service) => Fill>> = {
  names: ({ snapshots }) => namesKept(snapshots.current),
  holdings: ({ snapshots }) => holdingsKept(snapshots.current),
  factors: ({ snapshots }) => factorsKept(snapshots.current),
  api_keys: ({ snapshots }) => keysKept(snapshots.current),
  tokens: ({ snapshots }) => claimsKept(snapshots.current.key_ring),
  sign_ins: signInsKept,
  proof_keys: proofKeysKept,
  client_keys: clientKeysKept,
  client_documents: documentsKept,
  pending_requests: pendingKept,
  doubted_secrets: doubtsKept,
  proven_secrets: provenKept,
};
