/** What every page asks: who is here, and where. */
import { MutationCache, QueryCache, QueryClient, useQuery } from "@tanstack/react-query";
import { api, payloadOf, type Schemas } from "../api/client.ts";
import { Failure } from "../api/failure.ts";
import { failed } from "./notices.ts";

export type Capabilities = Schemas["Capabilities"];

/** What was refused or not found is not asked again; a service that restarts is. */
const retry = (count: number, error: Error) =>
  error instanceof Failure && (error.status === 0 || error.status >= 502) && count < 2;

/** Everything is kept in the memory of this tab alone, and goes with it. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry, staleTime: 10_000 }, mutations: { retry: false } },
  queryCache: new QueryCache({
    // A page shows the failure of its first answer itself.
    onError: (error, query) => {
      if (query.state.data !== undefined) failed(error, query.queryHash);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.options.onError && !mutation.meta?.quiet) failed(error);
    },
  }),
});

export const useCapabilities = () =>
  useQuery({
    queryKey: ["capabilities"],
    queryFn: () => payloadOf(api.GET("/v1/capabilities")),
    refetchOnWindowFocus: "always",
    staleTime: 5_000,
  });

export const useInfo = () =>
  useQuery({ queryKey: ["info"], queryFn: () => payloadOf(api.GET("/v1/info")) });

/** Questions of which nothing is there yet; what is only looked up again is shown all the while. */
export const FIRST_ANSWERS = {
  predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined,
};
