/** The last hour of all instances, asked again each minute. */
import { useQuery } from "@tanstack/react-query";
import { api, payloadOf } from "../../api/client.ts";

export const useLoad = () =>
  useQuery({
    queryKey: ["load"],
    queryFn: () => payloadOf(api.GET("/v1/load")),
    refetchInterval: 60_000,
  });
