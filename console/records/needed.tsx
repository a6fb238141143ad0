/** Records that the sign-in at the login page depends on, by what the session providers say. */
import { Alert, Badge } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { useMayCall } from "../base/rights.ts";
import type { Document } from "../form/schema.ts";
import { useSetting } from "../settings/namespace-page.tsx";

const members = (value: unknown): Document[] =>
  typeof value === "object" && value !== null ? (Object.values(value) as Document[]) : [];

/** A session provider that this service answers, and that the page shows. */
export const isOfLoginPage = (provider: unknown): boolean => {
  const { auth_middleware, oauth2, hide } = (provider ?? {}) as Document;
  return Boolean(auth_middleware && oauth2) && hide !== true;
};

/** Ids of the clients that the login page signs people in with. */
export function useNeededClients(): ReadonlySet<string> {
  const { data } = useSetting(
    "session_providers",
    useMayCall("GET /v1/settings/session_providers"),
  );
  const { providers, groups } = data?.value ?? {};
  const all = [...members(providers), ...members(groups).flatMap((one) => members(one.providers))];
  return new Set(
    all.filter(isOfLoginPage).map(({ oauth2 }) => String((oauth2 as Document).client_id ?? "")),
  );
}

export function NeededBadge() {
  const text = useTexts("records");
  return (
    <Badge variant="light" color="yellow" tt="none" data-needed>
      {text.needed}
    </Badge>
  );
}

export function NeededNotice() {
  const text = useTexts("records");
  return (
    <Alert color="yellow" title={text.needed} mb="md" data-needed>
      {text.neededHint}
    </Alert>
  );
}
