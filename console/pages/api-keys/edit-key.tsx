/** Changes what a key is called and what it may do; its end cannot be changed. */
import { Alert, Anchor, Button, Group, Paper, Skeleton } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, type Schemas } from "../../api/client.ts";
import { withRecentSignIn } from "../../base/again.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { hashOf, leave } from "../../base/route.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { StandingBadge, standingOf } from "../../keys/standing.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Offered } from "../../parts/offered.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { isSame } from "../../std/same.ts";
import { type KeyFields, KeyForm } from "./key-fields.tsx";
import { useKeys } from "./key-list.tsx";

function Editor({ apiKey }: { apiKey: Schemas["ApiKey"] }) {
  const text = useTexts("keys");
  const records = useTexts("records");
  const { name, description, role_ids, permission_ids, disabled, details } = apiKey;
  const email = typeof details?.email === "string" ? details.email : "";
  const before: KeyFields = { name, description, email, role_ids, permission_ids, disabled };
  const [fields, setFields] = useState(before);
  const changed = !isSame(fields, before);
  const { busy, run } = useAction();
  useUnsaved(changed);
  const params = { path: { id: apiKey.id } };
  const save = () =>
    run(async () => {
      const { email: typed, ...rest } = fields;
      const { email: _, ...others } = details ?? {};
      const body = {
        ...rest,
        role_ids: [...fields.role_ids],
        permission_ids: [...fields.permission_ids],
        details: typed.trim() === "" ? others : { ...others, email: typed.trim() },
      };
      await withRecentSignIn(() => api.PATCH("/v1/api-key-principals/{id}", { params, body }));
      // The form begins anew with what is stored; only then is it said.
      await queries.invalidateQueries();
      succeeded(text.changed);
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Paper withBorder p="md" maw={640}>
        <KeyForm value={fields} onChange={setFields} owned={apiKey.user_id !== ""} />
        <Group mt="lg">
          <Offered calls="PATCH /v1/api-key-principals/{id}">
            <Button type="submit" loading={busy} disabled={!changed}>
              {records.save}
            </Button>
          </Offered>
          <Confirm
            label={text.revoke}
            consequence={fill(text.revokeText, { name: name || text.unnamed })}
            onConfirm={async () => {
              await withRecentSignIn(() => api.DELETE("/v1/api-key-principals/{id}", { params }));
              succeeded(text.revoked);
              leave(hashOf("api-keys"));
              await queries.invalidateQueries();
            }}
          />
        </Group>
      </Paper>
    </form>
  );
}

export function EditKey({ id }: { id: string }) {
  const text = useTexts("keys");
  const records = useTexts("records");
  const keys = useKeys();
  const apiKey = keys.data?.items.find((one) => one.id === id);
  return (
    <>
      <Anchor size="sm" href={hashOf("api-keys")}>
        ‹ {records.back}
      </Anchor>
      {keys.error && !keys.data ? (
        <Unanswered error={keys.error} onRetry={() => void keys.refetch()} />
      ) : !keys.data ? (
        <Skeleton height={240} />
      ) : !apiKey ? (
        <Alert color="yellow">{text.gone}</Alert>
      ) : (
        <>
          <PageHead title={<bdi>{apiKey.name || text.unnamed}</bdi>}>
            <StandingBadge standing={standingOf(apiKey)} />
          </PageHead>
          <Editor key={apiKey.revision} apiKey={apiKey} />
        </>
      )}
    </>
  );
}
