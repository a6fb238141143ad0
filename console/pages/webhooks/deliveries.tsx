/** How a webhook is doing: where it stands, its last deliveries, a try, and sending again. */
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, payloadOf, type Schemas } from "../../api/client.ts";
import { useSentences, useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { useMayChange } from "../../base/rights.ts";
import { hashOf } from "../../base/route.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Section } from "../../parts/section.tsx";
import { Time } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";

type State = Schemas["WebhookState"];
type Delivery = State["deliveries"][number];
type Sent = Schemas["WebhookSent"];

const COLOURS = {
  up_to_date: "teal",
  behind: "blue",
  failing: "orange",
  stopped: "red",
  paused: "orange",
  held: "orange",
  off: "gray",
} as const;

/** Why it did not arrive, in the language of the console and without the full stop. */
function useFailure(): (of: Pick<Sent, "failure" | "failure_said">) => string {
  const sentence = useSentences();
  return ({ failure = "", failure_said: said }) =>
    (said ? sentence(said) : failure).replace(/\.$/, "");
}

function Answer({ sent }: { sent: Sent }) {
  const text = useTexts("webhooks");
  const whyOf = useFailure();
  return (
    <Alert
      color={sent.delivered ? "teal" : "orange"}
      role="status"
      icon={<Icon name={sent.delivered ? "done" : "warning"} />}
    >
      {sent.delivered
        ? fill(text.arrived, { status: sent.status, milliseconds: sent.milliseconds })
        : fill(text.notArrived, { reason: whyOf(sent) || String(sent.status) })}
    </Alert>
  );
}

function Test({ id }: { id: string }) {
  const text = useTexts("webhooks");
  const { busy, run } = useAction();
  const [sent, setSent] = useState<Sent>();
  const test = () =>
    run(async () => {
      const params = { path: { id } };
      setSent(await payloadOf(api.POST("/v1/webhooks/{id}/test", { params })));
    });
  return (
    <>
      <Group>
        <Button variant="default" size="xs" loading={busy} onClick={() => void test()}>
          {text.test}
        </Button>
      </Group>
      {sent && <Answer sent={sent} />}
    </>
  );
}

/** The number of an event, or a day: from there on everything goes out again. */
function Replay({ id, state }: { id: string; state: State }) {
  const text = useTexts("webhooks");
  const [day, setDay] = useState("");
  const replay = async (body: { from?: string }) => {
    await api.POST("/v1/webhooks/{id}/replay", { params: { path: { id } }, body });
    succeeded(text.goesOn);
    await queries.invalidateQueries();
  };
  const waits = ["failing", "stopped", "paused"].includes(state.state);
  return (
    <Group align="end">
      {waits && (
        <Confirm
          label={text.resume}
          color="blue"
          consequence={text.resumeConsequence}
          onConfirm={() => replay({})}
        />
      )}
      <TextInput
        type="date"
        label={text.from}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      {day !== "" && (
        <Confirm
          label={text.replay}
          consequence={fill(text.replayConsequence, { day })}
          onConfirm={() => replay({ from: new Date(`${day}T00:00:00`).toISOString() })}
        />
      )}
    </Group>
  );
}

function Row({ id, one }: { id: string; one: Delivery }) {
  const text = useTexts("webhooks");
  const whyOf = useFailure();
  const mayChange = useMayChange();
  const { busy, run } = useAction();
  const again = () =>
    run(async () => {
      const params = { path: { id, event: String(one.event) } };
      const path = "/v1/webhooks/{id}/deliveries/{event}/send";
      const sent = await payloadOf(api.POST(path, { params }));
      if (sent.delivered) succeeded(text.sentAgain);
      await queries.invalidateQueries();
    });
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{one.type}</Text>
        <Text size="xs" c="dimmed">
          {one.event} · <Time value={one.at} />
        </Text>
      </Table.Td>
      <Table.Td data-label={text.answer} style={{ overflowWrap: "anywhere" }}>
        <Badge variant="light" tt="none" color={one.delivered ? "teal" : "orange"}>
          {one.status > 0 ? one.status : text.noAnswer}
        </Badge>
        {one.failure && <Text size="xs">{whyOf(one)}</Text>}
        {one.tries > 1 && (
          <Text size="xs" c="dimmed">
            {fill(text.tries, { count: one.tries })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {mayChange && (
          <Button
            variant="subtle"
            size="xs"
            loading={busy}
            aria-label={fill(text.sendOne, { id: one.event })}
            onClick={() => void again()}
          >
            {text.send}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Standing({ state }: { state: State }) {
  const text = useTexts("webhooks");
  const tabs = useTexts("tabs");
  const whyOf = useFailure();
  return (
    <dl className="console-pairs">
      <dt>{text.state}</dt>
      <dd>
        <Badge variant="light" tt="none" color={COLOURS[state.state]}>
          {text.states[state.state]}
        </Badge>
        {state.state === "held" && (
          <Text size="sm">
            {text.heldWhy}{" "}
            <Anchor href={hashOf("outgoing")} inherit underline="always">
              {tabs.outgoing[0]}
            </Anchor>
          </Text>
        )}
      </dd>
      {state.failure && (
        <>
          <dt>{text.failure}</dt>
          <dd style={{ overflowWrap: "anywhere" }}>{whyOf(state)}</dd>
        </>
      )}
      {state.failing_since && (
        <>
          <dt>{text.firstFailure}</dt>
          <dd>
            <Time value={state.failing_since} />
          </dd>
        </>
      )}
      {state.next_try && (
        <>
          <dt>{text.nextTry}</dt>
          <dd>
            <Time value={state.next_try} />
          </dd>
        </>
      )}
      <dt>{text.lastArrived}</dt>
      <dd>{state.delivered_at ? <Time value={state.delivered_at} /> : text.never}</dd>
      <dt>{text.position}</dt>
      <dd>{fill(text.positionOf, { position: state.position, last: state.last })}</dd>
      {state.missed > 0 && (
        <>
          <dt>{text.missed}</dt>
          <dd>{state.missed}</dd>
        </>
      )}
    </dl>
  );
}

export function Deliveries({ id }: { id: string }) {
  const text = useTexts("webhooks");
  const mayChange = useMayChange();
  const state = useQuery({
    queryKey: ["webhook", id],
    queryFn: () => payloadOf(api.GET("/v1/webhook-deliveries/{id}", { params: { path: { id } } })),
    refetchInterval: 5_000,
  });
  return (
    <Section title={text.deliveries} about={text.deliveriesAbout}>
      {state.error && !state.data ? (
        <Unanswered error={state.error} onRetry={() => void state.refetch()} />
      ) : !state.data ? (
        <Skeleton height={120} />
      ) : (
        <Stack>
          <Standing state={state.data} />
          {mayChange && <Test id={id} />}
          {mayChange && state.data.state !== "held" && <Replay id={id} state={state.data} />}
          {state.data.deliveries.length > 0 ? (
            <Table
              className="console-table console-cards"
              verticalSpacing={4}
              aria-label={text.deliveries}
            >
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text.event}</Table.Th>
                  <Table.Th>{text.answer}</Table.Th>
                  <Table.Th aria-label={text.send} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {state.data.deliveries.slice(0, 50).map((one) => (
                  <Row key={one.event} id={id} one={one} />
                ))}
              </Table.Tbody>
            </Table>
          ) : (
            <Text size="sm" c="dimmed">
              {text.nothingYet}
            </Text>
          )}
        </Stack>
      )}
    </Section>
  );
}
