/** Invitations with their state: sent again and withdrawn. */
import { Badge, Button, Group, Select, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, listOf, type Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { hashOf } from "../../base/route.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Offered } from "../../parts/offered.tsx";
import { Section } from "../../parts/section.tsx";
import { TimeIn } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";

type Invitation = Schemas["Invitation"];
type State = Invitation["state"];

const STATES = ["open", "expired", "accepted", "withdrawn"] as const;
const COLOURS: Readonly<Record<State, string>> = {
  ...{ open: "blue", expired: "orange", accepted: "teal", withdrawn: "gray" },
};
const PER_PAGE = 20;

function Actions({ invitation: { id, address } }: { invitation: Invitation }) {
  const text = useTexts("accounts");
  const { busy, run } = useAction();
  const params = { path: { id } };
  const again = () =>
    run(async () => {
      await api.POST("/v1/invitations/{id}/send", { params });
      succeeded(text.sentAgain);
      await queries.invalidateQueries();
    });
  return (
    <Group gap="xs">
      <Offered calls="POST /v1/invitations/{id}/send">
        <Button size="xs" variant="default" loading={busy} onClick={() => void again()}>
          {text.again}
        </Button>
      </Offered>
      <Confirm
        calls="DELETE /v1/invitations/{id}"
        label={text.withdraw}
        aria-label={`${text.withdraw}: ${address}`}
        consequence={fill(text.withdrawWhat, { address })}
        onConfirm={async () => {
          await api.DELETE("/v1/invitations/{id}", { params });
          succeeded(text.withdrawn);
          await queries.invalidateQueries();
        }}
      />
    </Group>
  );
}

function Entry({ invitation }: { invitation: Invitation }) {
  const text = useTexts("accounts");
  const { address, name, state, user_id, expires_at, mails, invited_by } = invitation;
  const isOpen = state === "open" || state === "expired";
  return (
    <Group component="li" justify="space-between" gap="xs" py="xs" data-address={address}>
      <Stack gap={2} miw={0} flex="1 1 240px">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            <bdi>{name ? `${name} <${address}>` : address}</bdi>
          </Text>
          <Badge variant="light" tt="none" color={COLOURS[state]}>
            {text.states[state]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {fill(text.sentBy, { count: mails, who: invited_by })}
          {isOpen && (
            <>
              {" · "}
              <TimeIn text={state === "open" ? text.until : text.ended} at={expires_at} />
            </>
          )}
          {user_id && (
            <>
              {" · "}
              <a href={hashOf("users", user_id)}>{text.account}</a>
            </>
          )}
        </Text>
      </Stack>
      {isOpen && <Actions invitation={invitation} />}
    </Group>
  );
}

export function InvitationList() {
  const text = useTexts("accounts");
  const [state, setState] = useState<State | null>(null);
  const [limit, setLimit] = useState(PER_PAGE);
  const query = { _limit: limit, ...(state && { state }) };
  const list = useQuery({
    queryKey: ["invitations", state, limit],
    queryFn: () => listOf(api.GET("/v1/invitations", { params: { query: query as never } })),
  });
  const { items = [], total = 0 } = list.data ?? {};
  return (
    <Section
      title={text.list}
      about={text.listAbout}
      aside={
        <Select
          size="xs"
          aria-label={text.state}
          clearable
          placeholder={text.allStates}
          data={STATES.map((value) => ({ value, label: text.states[value] }))}
          value={state}
          onChange={(value) => setState(value as State | null)}
        />
      }
    >
      {list.error ? (
        <Unanswered error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Skeleton height={60} />
      ) : items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.none}
        </Text>
      ) : (
        <Stack component="ul" className="console-entries" gap={0}>
          {items.map((invitation) => (
            <Entry key={invitation.id} invitation={invitation} />
          ))}
        </Stack>
      )}
      {total > items.length && items.length > 0 && (
        <Button mt="sm" size="xs" variant="default" onClick={() => setLimit(limit + PER_PAGE)}>
          {text.more}
        </Button>
      )}
    </Section>
  );
}
