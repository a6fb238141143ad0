/** What signing depends on beside the signing key: the signer outside, and the secret of pairwise subjects. */
import type { Call } from "../call.ts";
import { message, plain } from "../messages/message.ts";
import { outsideSigner } from "../records/outside-signer.ts";
import { requireKeys } from "../tokens/sign.ts";
import type { Check } from "./finding.ts";

/** Whether a key of the ring is held outside, and has no end. */
const dependsOnSigner = ({ snapshot }: Call): boolean =>
  [...requireKeys(snapshot).byKid.values()].some(
    ({ outside, endsAt }) => outside && endsAt === undefined,
  );

const outsideKeys: Check = {
  id: "outside_keys",
  repair: { tab: "oauth2-overview", setting: "signer.url" },
  examine: (call) => {
    if (!call.snapshot.key_ring) return undefined;
    const signer = outsideSigner(call.service);
    const { failing, refused } = signer.state;
    if (!signer.configured) {
      return dependsOnSigner(call)
        ? { severity: "danger", message: message("doctor.outside_keys.missing") }
        : undefined;
    }
    if (failing) {
      const { reason } = failing;
      return { severity: "danger", message: message("doctor.outside_keys.failing", { reason }) };
    }
    if (refused.length === 0) return undefined;
    return {
      severity: "warning",
      message: message("doctor.outside_keys.refused"),
      notes: refused.map(plain),
    };
  },
};

const pairwiseSecret: Check = {
  id: "pairwise_secret",
  repair: { tab: "clients" },
  examine: ({ snapshot: { oauth_clients, settings } }) => {
    const clients = [...oauth_clients].filter(
      ([, { enabled, config }]) => enabled && config?.subject_type === "pairwise",
    );
    if (clients.length === 0 || settings.jwt.pairwise_secret !== "") return undefined;
    return {
      severity: "danger",
      message: message("doctor.pairwise_secret.lost"),
      notes: clients.map(([id]) => plain(id)),
    };
  },
};

export const outsideChecks: readonly Check[] = [outsideKeys, pairwiseSecret];
