/** Names of roles and permissions, by which people know them: documents hold ids alone. */
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { Failure } from "../api/failure.ts";
import { useTexts } from "../base/language.ts";
import { useMayCall } from "../base/rights.ts";

export type NamedBase = "/v1/roles" | "/v1/permissions";
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What this tab has read before, by route and id. */
const learned = new Map<string, string>();
const keyOf = (base: NamedBase, id: string) => `${base}/${id}`;

/** Remembers names that came with another answer, so that they are not asked for one by one. */
export function learnNames(base: NamedBase, entries: readonly Named[] | undefined): void {
  for (const { id, name } of entries ?? []) learned.set(keyOf(base, id), name);
}

export const knownName = (base: NamedBase, id: string): string | undefined =>
  learned.get(keyOf(base, id));

async function askName(base: NamedBase, id: string): Promise<string | undefined> {
  const query = { add_roles: false, add_permissions: false, add_total_users: false };
  try {
    const { data } = await api.GET(`${base}/{id}` as "/v1/roles/{id}", {
      params: { path: { id }, query },
    });
    if (data) learned.set(keyOf(base, id), data.payload.name);
    return data?.payload.name ?? "";
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return "";
    throw error;
  }
}

/** The name; empty when there is no such record, undefined while it is not known. */
export function useName(base: NamedBase, id: string): string | undefined {
  const learnt = knownName(base, id);
  const maySee = useMayCall(`GET ${base}/{id}`);
  const { data } = useQuery({
    queryKey: ["name", base, id],
    queryFn: () => askName(base, id),
    enabled: learnt === undefined && id !== "" && maySee,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return learnt ?? data;
}

/** The name of a record; of one that does not exist the id, and that it does not; of one that the reader may not see, that. */
export function NameOf({ base, id }: { base: NamedBase; id: string }) {
  const text = useTexts("access");
  const name = useName(base, id);
  const maySee = useMayCall(`GET ${base}/{id}`);
  if (name) return <bdi>{name}</bdi>;
  if (!maySee) return <>{text.unseen[base === "/v1/roles" ? "roles" : "permissions"]}</>;
  return (
    <>
      <code>{id}</code>
      {name === "" && ` (${text.unknown})`}
    </>
  );
}
