/** What of the first steps is done, told by the state of the service; and whether the page was put away. */
import { useQuery } from "@tanstack/react-query";
import { api, listOf } from "../../api/client.ts";
import { queries } from "../../base/queries.ts";
import { useSetting, writeSetting } from "../../settings/namespace-page.tsx";
import { useFindings } from "../overview/findings.tsx";
import { useTotals } from "../overview/use-totals.ts";

/** A namespace of no meaning to the service: what administrators of this console agreed on. */
const NAMESPACE = "console";

export function useAway(): {
  readonly away: boolean;
  readonly put: (away: boolean) => Promise<void>;
} {
  const stored = useSetting(NAMESPACE).data?.value;
  return {
    away: stored?.first_steps === "away",
    async put(away) {
      await writeSetting(NAMESPACE, { ...stored, first_steps: away ? "away" : "shown" });
      await queries.invalidateQueries();
    },
  };
}

/** The client of the first run's own login page is no application. */
const OWN = "login";

export interface Progress {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly application: boolean;
}

/** Undefined until it is known. */
export function useProgress(): Progress | undefined {
  const findings = useFindings().data;
  const clients = useQuery({
    queryKey: ["first-steps", "clients"],
    queryFn: async () => {
      const query = { _limit: 2 };
      const list = await listOf(api.GET("/v1/oauth/clients", { params: { query } } as never));
      return (list.items as readonly { id: string }[]).some(({ id }) => id !== OWN);
    },
  }).data;
  const totals = useTotals().data;
  if (!findings || clients === undefined || !totals) return undefined;
  const fine = (id: string) => findings.find((one) => one.id === id)?.severity === "ok";
  return {
    password: fine("first_password"),
    passkey: fine("second_factor"),
    // One service account is the demonstration of the first run.
    application: clients || totals.total_service_accounts > 1,
  };
}
