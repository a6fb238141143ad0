/** One button of the login page: name, logo and place, beside the page as people see it. */
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import type { Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { Icon } from "../parts/icon.tsx";
import { LogoField } from "../parts/logo-field.tsx";
import { useAction } from "../parts/use-action.ts";
import { ButtonsPreview } from "./buttons-preview.tsx";

export type LoginButton = Schemas["LoginButton"];

/** What a call changes of a button; the rest of it stays. */
export interface WantedButton {
  readonly key?: string;
  readonly name?: string;
  readonly logo?: string;
  readonly before?: string | null;
}

/** KiB of a logo on a button. */
const MAX_LOGO_KIB = 16;

/** Buttons of the same page, in its order: those of the top level, and of the group of this one. */
const besides = (all: readonly LoginButton[], { group, key }: LoginButton) =>
  all
    .filter((one) => one.key === key || (one.works && (one.group === "" || one.group === group)))
    .toSorted((a, b) => a.priority - b.priority || (a.key < b.key ? -1 : 1));

export function OneButton({
  button,
  all,
  own,
  enabled,
  titled,
  save,
}: {
  button: LoginButton;
  all: readonly LoginButton[];
  /** The name of the record. */
  own: string;
  enabled: boolean;
  /** One of several of this provider. */
  titled: boolean;
  save: (wanted: WantedButton) => Promise<void>;
}) {
  const text = useTexts("loginButtons");
  const { busy, run } = useAction();
  const [draft, setDraft] = useState<{ readonly name?: string; readonly logo?: string }>({});
  const name = draft.name ?? (button.name || own);
  const logo = draft.logo ?? button.logo;
  const order = besides(all, button);
  const at = order.findIndex(({ key }) => key === button.key);
  const move = (before: string | null) =>
    void run(async () => {
      await save({ before });
      succeeded(text.moved);
    });
  const { key, group } = button;
  const same = name === (button.name || own) && logo === button.logo;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" data-login-button={key}>
      <Stack align="start" gap="sm">
        {titled && (
          <Title order={3} size="h6">
            {fill(group === "" ? text.one : text.ofGroup, { key, group })}
          </Title>
        )}
        {enabled && !button.works && <Alert color="yellow">{fill(text.brokenHint, { key })}</Alert>}
        <TextInput
          w="100%"
          maw={320}
          label={text.name}
          value={name}
          maxLength={100}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <LogoField
          most={MAX_LOGO_KIB}
          value={logo}
          onChange={(next) => setDraft({ ...draft, logo: next })}
        />
        <Text size="xs" c="dimmed">
          {text.drawn}
        </Text>
        <Button
          variant="default"
          loading={busy}
          disabled={name.trim() === "" || same}
          onClick={() =>
            void run(async () => {
              await save({ name: name.trim(), ...(draft.logo !== undefined && { logo }) });
              setDraft({});
              succeeded(text.renamed);
            })
          }
        >
          {text.rename}
        </Button>
        {order.length > 1 && (
          <Group gap="xs">
            <Text size="sm">{fill(text.place, { place: at + 1, count: order.length })}</Text>
            <ActionIcon
              variant="default"
              aria-label={text.up}
              title={text.up}
              disabled={busy || at === 0}
              onClick={() => move(order[at - 1]?.key ?? null)}
            >
              <Icon name="up" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={text.down}
              title={text.down}
              disabled={busy || at === order.length - 1}
              onClick={() => move(order[at + 2]?.key ?? null)}
            >
              <Icon name="down" size={16} />
            </ActionIcon>
          </Group>
        )}
      </Stack>
      <ButtonsPreview
        buttons={order.map((one) => (one.key === key ? { ...one, name, logo } : one))}
        chosen={key}
      />
    </SimpleGrid>
  );
}
