/** Entries of the audit log, page after page. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Schemas } from "../api/client.ts";
import { Failure } from "../api/failure.ts";

export type Entry = Schemas["AuditEntry"];

/** As the address bar and the API call them. */
export const FILTERS = [
  "q",
  "action",
  "outcome",
  "principal",
  "target",
  "about",
  "client",
  "network",
  "from",
  "to",
] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Partial<Readonly<Record<FilterName, string>>>;

async function readPage(filters: Filters, before: number | undefined, limit: number) {
  const { action, outcome, ...rest } = filters;
  const query = {
    ...rest,
    ...(action && { action: [action as Entry["action"]] }),
    ...(outcome && { outcome: outcome as Entry["outcome"] }),
    ...(before !== undefined && { before }),
    limit,
  };
  const { data } = await api.GET("/v1/audit", { params: { query } });
  if (!data) throw new Failure(0, "");
  return { entries: data.payload, next: data.meta?.next };
}

/** Answers without an entry that are followed by themselves: each looks at a bounded part of the log. */
const MAX_EMPTY_ANSWERS = 20;

/** The newest first; `fetchNextPage` goes on behind them. */
export function useEntries(filters: Filters, limit = 50) {
  const list = useInfiniteQuery({
    queryKey: ["audit", filters, limit],
    queryFn: ({ pageParam }) => readPage(filters, pageParam, limit),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = list;
  const pages = data?.pages ?? [];
  const goesOn =
    hasNextPage &&
    !isFetching &&
    pages.length < MAX_EMPTY_ANSWERS &&
    pages.every(({ entries }) => entries.length === 0);
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return list;
}
