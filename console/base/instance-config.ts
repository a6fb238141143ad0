/** What this instance overrides by its own configuration. */
import { useQuery } from "@tanstack/react-query";
import { api, payloadOf } from "../api/client.ts";
import { useMayCall } from "./rights.ts";

/** Unknown to administrators who may not read everything. */
export const useInstanceConfig = () =>
  useQuery({
    queryKey: ["instance-config"],
    queryFn: () => payloadOf(api.GET("/v1/instance-config")),
    enabled: useMayCall("GET /v1/instance-config"),
  });
