/** Personal API keys, where the settings let people make them (auth-wire 6.5; F-7). */
import {
  Button,
  Group,
  Modal,
  Select,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, listOf, payloadOf, type Schemas } from "../../api/client.ts";
import { withRecentSignIn } from "../../base/again.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { LIFETIMES, USUAL } from "../../keys/lifetime.ts";
import { StandingBadge, standingOf } from "../../keys/standing.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Entry } from "../../parts/entry.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { TimeIn } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";

type Key = Schemas["ApiKey"];

function MakeKey({ onMade }: { onMade: (key: string) => void }) {
  const text = useTexts("keys");
  const [name, setName] = useState("");
  const [lifetime, setLifetime] = useState<string>(USUAL);
  const { busy, run } = useAction();
  const make = () =>
    run(async () => {
      const body = { name: name.trim(), ...(lifetime !== "" && { expires_in: lifetime }) };
      const { key } = await withRecentSignIn(() => payloadOf(api.POST("/v1/api-keys", { body })));
      setName("");
      onMade(key ?? "");
      await queries.invalidateQueries();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          flex="1 1 10rem"
          label={text.name}
          placeholder={text.nameHint}
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          w={130}
          label={text.lifetime}
          allowDeselect={false}
          data={LIFETIMES.map(([value, label]) => ({
            value: value || "never",
            label: text[label],
          }))}
          value={lifetime || "never"}
          onChange={(next) => setLifetime(next === "never" ? "" : (next ?? USUAL))}
        />
        <Button type="submit" loading={busy}>
          {text.make}
        </Button>
      </Group>
    </form>
  );
}

function EditKey({ apiKey, onDone }: { apiKey: Key; onDone: () => void }) {
  const text = useTexts("keys");
  const records = useTexts("records");
  const frame = useTexts("frame");
  const [name, setName] = useState(apiKey.name);
  const [description, setDescription] = useState(apiKey.description);
  const [disabled, setDisabled] = useState(apiKey.disabled);
  const { busy, run } = useAction();
  const save = () =>
    run(async () => {
      const params = { path: { id: apiKey.id } };
      const body = { name: name.trim(), description: description.trim(), disabled };
      await withRecentSignIn(() => api.PATCH("/v1/api-keys/{id}", { params, body }));
      succeeded(text.changed);
      onDone();
      await queries.invalidateQueries();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <TextInput
          label={text.name}
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={text.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Switch
          label={text.isDisabled}
          description={text.disabledHint}
          checked={disabled}
          onChange={(event) => setDisabled(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {frame.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {records.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function OneKey({ apiKey, onEdit }: { apiKey: Key; onEdit: () => void }) {
  const text = useTexts("keys");
  const name = apiKey.name || text.unnamed;
  const standing = standingOf(apiKey);
  const params = { path: { id: apiKey.id } };
  return (
    <Entry
      name={name}
      badge={<StandingBadge standing={standing} />}
      facts={[
        apiKey.description && <bdi key="about">{apiKey.description}</bdi>,
        apiKey.expires_at ? (
          <TimeIn
            key="end"
            text={standing === "expired" ? text.ended : text.expires}
            at={apiKey.expires_at}
          />
        ) : (
          text.noEnd
        ),
        apiKey.last_used_at ? (
          <TimeIn key="used" text={text.used} at={apiKey.last_used_at} />
        ) : (
          text.neverUsed
        ),
      ]}
    >
      <Button
        size="xs"
        variant="default"
        aria-label={fill(text.editOne, { name })}
        onClick={onEdit}
      >
        {text.edit}
      </Button>
      <Confirm
        label={text.revoke}
        aria-label={fill(text.revokeOne, { name })}
        consequence={fill(text.revokeText, { name })}
        onConfirm={async () => {
          await withRecentSignIn(() => api.DELETE("/v1/api-keys/{id}", { params }));
          succeeded(text.revoked);
          await queries.invalidateQueries();
        }}
      />
    </Entry>
  );
}

export function KeysCard() {
  const text = useTexts("keys");
  const frame = useTexts("frame");
  const [made, setMade] = useState<string>();
  const [edited, setEdited] = useState<Key>();
  const keys = useQuery({
    queryKey: ["own-keys"],
    queryFn: () => listOf(api.GET("/v1/api-keys")),
  });
  const items = keys.data?.items;
  return (
    <Panel title={text.own} about={text.ownText}>
      {made !== undefined && (
        <ShownOnce
          title={text.issuedTitle}
          about={text.issuedText}
          secrets={[made]}
          copyLabel={text.copyKey}
          doneLabel={text.kept}
          onDone={() => setMade(undefined)}
        />
      )}
      {keys.error && !items ? (
        <Unanswered error={keys.error} onRetry={() => void keys.refetch()} />
      ) : items === undefined ? (
        <Skeleton height={60} />
      ) : items.length === 0 ? (
        <Text size="sm">{text.noOwn}</Text>
      ) : (
        <Stack component="ul" className="console-entries" gap={0}>
          {items.map((one) => (
            <OneKey key={one.id} apiKey={one} onEdit={() => setEdited(one)} />
          ))}
        </Stack>
      )}
      {made === undefined && <MakeKey onMade={setMade} />}
      <Modal
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={text.edit}
        closeButtonProps={{ "aria-label": frame.close }}
      >
        {edited && <EditKey key={edited.id} apiKey={edited} onDone={() => setEdited(undefined)} />}
      </Modal>
    </Panel>
  );
}
