/** Issues a key, which is shown this one time. */
import { Anchor, Badge, Button, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, payloadOf } from "../../api/client.ts";
import { withRecentSignIn } from "../../base/again.ts";
import { useTexts } from "../../base/language.ts";
import { queries } from "../../base/queries.ts";
import { hashOf, leave } from "../../base/route.ts";
import { useUnsaved } from "../../base/use-unsaved.ts";
import { LIFETIMES, USUAL } from "../../keys/lifetime.ts";
import { PickOne } from "../../keys/record-pick.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { useAction } from "../../parts/use-action.ts";
import { type KeyFields, KeyForm } from "./key-fields.tsx";

const EMPTY: KeyFields = {
  ...{ name: "", description: "", email: "", role_ids: [], permission_ids: [] },
  disabled: false,
};

/** What the owner has, since the key never has more. */
function OwnerAccess({ id }: { id: string }) {
  const text = useTexts("keys");
  const owner = useQuery({
    queryKey: ["key-owner", id],
    queryFn: () => payloadOf(api.GET("/v1/service-accounts/{id}", { params: { path: { id } } })),
  });
  if (!owner.data) return null;
  const { roles = [], permissions = [] } = owner.data;
  const names = [...(roles ?? []), ...(permissions ?? [])].map(({ name }) => name);
  return (
    <div>
      <Text size="sm" fw={600}>
        {text.ownerAccess}
      </Text>
      {names.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.ownerNothing}
        </Text>
      ) : (
        <Group gap={6} mt={4}>
          {[...new Set(names)].slice(0, 60).map((name) => (
            <Badge key={name} variant="light" tt="none" maw="100%">
              <bdi>{name}</bdi>
            </Badge>
          ))}
        </Group>
      )}
    </div>
  );
}

export function IssueKey() {
  const text = useTexts("keys");
  const records = useTexts("records");
  const [owner, setOwner] = useState("");
  const [lifetime, setLifetime] = useState<string>(USUAL);
  const [fields, setFields] = useState(EMPTY);
  const [key, setKey] = useState<string>();
  const { busy, run } = useAction();
  useUnsaved(key === undefined && (fields !== EMPTY || owner !== ""));
  const issue = () =>
    run(async () => {
      const { email, role_ids, permission_ids, ...rest } = fields;
      const body = {
        ...rest,
        role_ids: [...role_ids],
        permission_ids: [...permission_ids],
        ...(owner !== "" && { user_id: owner }),
        ...(lifetime !== "" && { expires_in: lifetime }),
        ...(email.trim() !== "" && { details: { email: email.trim() } }),
      };
      const made = await withRecentSignIn(() =>
        payloadOf(api.POST("/v1/api-key-principals", { body })),
      );
      setKey(made.key);
      await queries.invalidateQueries();
    });
  return (
    <>
      <Anchor size="sm" href={hashOf("api-keys")}>
        ‹ {records.back}
      </Anchor>
      <PageHead title={text.issue} />
      {key === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void issue();
          }}
        >
          <Paper withBorder p="md" maw={640}>
            <Stack>
              <PickOne
                kind="service-accounts"
                label={text.owner}
                description={text.ownerHint}
                placeholder={text.system}
                value={owner}
                onChange={setOwner}
              />
              {owner !== "" && <OwnerAccess id={owner} />}
              <Select
                label={text.lifetime}
                allowDeselect={false}
                maw={220}
                data={LIFETIMES.map(([value, label]) => ({
                  value: value || "never",
                  label: text[label],
                }))}
                value={lifetime || "never"}
                onChange={(next) => setLifetime(next === "never" ? "" : (next ?? USUAL))}
              />
              <KeyForm value={fields} onChange={setFields} owned={owner !== ""} />
              <div>
                <Button type="submit" loading={busy}>
                  {text.issue}
                </Button>
              </div>
            </Stack>
          </Paper>
        </form>
      ) : (
        <ShownOnce
          title={text.issuedTitle}
          about={text.issuedText}
          secrets={[key]}
          copyLabel={text.copyKey}
          doneLabel={text.kept}
          onDone={() => leave(hashOf("api-keys"))}
        />
      )}
    </>
  );
}
