/** The own passkeys: add one, name it, take it away (auth-wire 6.6; F-3). */
import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { withRecentSignIn } from "../../base/again.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Entry } from "../../parts/entry.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { canMakePasskeys, makePasskey } from "../../parts/passkey-ceremony.ts";
import { TimeIn } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { usePasskeys } from "./answers.ts";
import { SpareCodes } from "./spare-codes.tsx";

type Passkey = Schemas["Passkey"];

/** Both steps; a sign-in that is too old is made new before the authenticator is asked. */
async function register(name: string): Promise<void> {
  const begun = await withRecentSignIn(() =>
    payloadOf(api.POST("/v1/passkey/register", { body: {} })),
  );
  if (!("session_id" in begun)) return;
  const credential = await makePasskey(begun.options);
  const body = { session_id: begun.session_id, name: name.trim(), credential } as never;
  await withRecentSignIn(() => api.POST("/v1/passkey/register", { body }));
}

function AddPasskey() {
  const text = useTexts("account");
  const [name, setName] = useState("");
  const { busy, run } = useAction();
  const add = () =>
    run(async () => {
      await register(name).catch((error: unknown) => {
        const reason = error instanceof DOMException ? error.name : "";
        if (reason === "NotAllowedError") throw new Error(text.passkeyCancelled);
        if (reason === "InvalidStateError") throw new Error(text.passkeyKnown);
        throw error;
      });
      succeeded(text.passkeyAdded);
      setName("");
      await queries.invalidateQueries();
    });
  if (!canMakePasskeys()) {
    return (
      <Text size="sm" c="dimmed">
        {text.passkeyUnsupported}
      </Text>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          flex="1 1 12rem"
          label={text.passkeyName}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} leftSection={<Icon name="key" size={16} />}>
          {text.addPasskey}
        </Button>
      </Group>
    </form>
  );
}

function OnePasskey({ passkey }: { passkey: Passkey }) {
  const text = useTexts("account");
  const frame = useTexts("frame");
  const [typed, setTyped] = useState<string>();
  const { busy, run } = useAction();
  const { id, name, rp_id, authenticator, created_at, last_used_at } = passkey;
  const params = { path: { id } };
  const rename = () =>
    run(async () => {
      const body = { name: (typed ?? "").trim() };
      await withRecentSignIn(() => api.PATCH("/v1/passkey/credentials/{id}", { params, body }));
      succeeded(text.renamed);
      setTyped(undefined);
      await queries.invalidateQueries();
    });
  if (typed !== undefined) {
    return (
      <li>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void rename();
          }}
        >
          <Group align="end" gap="xs">
            <TextInput
              flex="1 1 10rem"
              label={text.newName}
              data-autofocus
              autoFocus
              required
              withAsterisk={false}
              maxLength={100}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy}>
              {text.rename}
            </Button>
            <Button variant="default" onClick={() => setTyped(undefined)}>
              {frame.cancel}
            </Button>
          </Group>
        </form>
      </li>
    );
  }
  const elsewhere = rp_id !== "" && !location.hostname.endsWith(rp_id);
  return (
    <Entry
      name={name}
      facts={[
        authenticator && authenticator !== name ? authenticator : undefined,
        elsewhere ? fill(text.forDomain, { domain: rp_id }) : undefined,
        <TimeIn key="added" text={text.added} at={created_at} />,
        last_used_at ? (
          <TimeIn key="used" text={text.lastUsed} at={last_used_at} />
        ) : (
          text.neverUsed
        ),
      ]}
    >
      <Button
        size="xs"
        variant="default"
        aria-label={fill(text.renameOne, { name })}
        onClick={() => setTyped(name)}
      >
        {text.rename}
      </Button>
      <Confirm
        label={text.remove}
        aria-label={fill(text.removeOne, { name })}
        consequence={fill(text.removePasskey, { name })}
        onConfirm={async () => {
          await withRecentSignIn(() => api.DELETE("/v1/passkey/credentials/{id}", { params }));
          succeeded(text.removed);
          await queries.invalidateQueries();
        }}
      />
    </Entry>
  );
}

export function PasskeysCard() {
  const text = useTexts("account");
  const passkeys = usePasskeys();
  if (passkeys.data === null) return null;
  const items = passkeys.data?.items;
  return (
    <Panel title={text.passkeys} about={text.passkeysText}>
      {passkeys.error && !items ? (
        <Unanswered error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : items === undefined ? (
        <Skeleton height={60} />
      ) : items.length === 0 ? (
        <Text size="sm">{text.noPasskeys}</Text>
      ) : (
        <>
          <Stack component="ul" className="console-entries" gap={0}>
            {items.map((passkey) => (
              <OnePasskey key={passkey.id} passkey={passkey} />
            ))}
          </Stack>
          <SpareCodes />
        </>
      )}
      <AddPasskey />
    </Panel>
  );
}
