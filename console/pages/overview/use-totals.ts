/** How many there are of each kind. */
import { useQuery } from "@tanstack/react-query";
import { api, payloadOf } from "../../api/client.ts";

/** The roles that come with them are dropped: there can be thousands. */
export const useTotals = () =>
  useQuery({
    queryKey: ["dashboard"],
    queryFn: async () => {
      const { roles: _, ...totals } = await payloadOf(api.GET("/v1/dashboard"));
      return totals;
    },
  });
