/**
 * What decides which panels the own account has. The page waits for all of it, so that no panel comes and goes; a panel that is
 * refused is one that is not there: `null`, which is kept while the same is asked again.
 */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, listOf, payloadOf } from "../../api/client.ts";
import { Failure } from "../../api/failure.ts";
import { notOffered } from "../../api/not-offered.ts";

export const usePasskeys = () =>
  useQuery({
    queryKey: ["passkeys"],
    queryFn: () => notOffered(listOf(api.GET("/v1/passkey/credentials")), "refusal.passkeys_off"),
  });

export const useSecondFactor = () =>
  useQuery({
    queryKey: ["totp"],
    queryFn: () => notOffered(payloadOf(api.GET("/v1/totp"))),
  });

export const useIdentities = () =>
  useQuery({
    queryKey: ["identities"],
    queryFn: () => payloadOf(api.GET("/v1/me/identities")),
  });

export const useSignIns = () =>
  useQuery({
    queryKey: ["sign-ins"],
    queryFn: () => notOffered(listOf(api.GET("/v1/me/sign-ins"))),
  });

const SHOWN = 8;

async function activity(before: number | undefined) {
  const query = { limit: SHOWN, ...(before !== undefined && { before }) };
  const { data } = await api.GET("/v1/me/activity", { params: { query } });
  if (!data) throw new Failure(0, "");
  return { entries: data.payload, next: data.meta?.next };
}

export const useActivity = () =>
  useInfiniteQuery({
    queryKey: ["own-activity"],
    queryFn: ({ pageParam }) => notOffered(activity(pageParam)),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page?.next,
  });
