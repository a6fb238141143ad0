/** Initial access tokens (RFC 7591 §3): made, shown once, withdrawn. */
import {
  Alert,
  Button,
  Group,
  NumberInput,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../../src/std/texts/fill.ts";
import { api, listOf, payloadOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Offered } from "../../parts/offered.tsx";
import { SecretText } from "../../parts/secret-text.tsx";
import { Time } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { isDuration } from "../../std/duration.ts";

export function InitialTokens() {
  const text = useTexts("registration");
  const tokens = useQuery({
    queryKey: ["initial-access-tokens"],
    queryFn: () => listOf(api.GET("/v1/registration/tokens")),
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={text.tokens}>
      <SectionHead title={text.tokens} about={text.tokensAbout} />
      <Stack>
        <Offered calls="POST /v1/registration/tokens">
          <NewToken />
        </Offered>
        {tokens.error ? (
          <Unanswered error={tokens.error} onRetry={() => void tokens.refetch()} />
        ) : !tokens.data ? (
          <Skeleton height={60} />
        ) : tokens.data.items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {text.noTokens}
          </Text>
        ) : (
          <Table className="console-table console-cards">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.name}</Table.Th>
                <Table.Th>{text.left}</Table.Th>
                <Table.Th>{text.expiry}</Table.Th>
                <Table.Th>{text.madeBy}</Table.Th>
                <Table.Th aria-label={text.withdraw} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tokens.data.items.map((token) => (
                <Table.Tr key={token.id} data-token={token.name}>
                  <Table.Td>
                    <bdi>{token.name}</bdi>
                  </Table.Td>
                  <Table.Td data-label={text.left}>
                    {token.registrations_left ?? text.unlimited}
                  </Table.Td>
                  <Table.Td data-label={text.expiry}>
                    <Time value={token.expires_at} />
                  </Table.Td>
                  <Table.Td data-label={text.madeBy}>
                    <bdi>{token.created_by}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <Confirm
                      label={text.withdraw}
                      consequence={fill(text.withdrawConsequence, { name: token.name })}
                      onConfirm={async () => {
                        const params = { path: { id: token.id } };
                        await api.DELETE("/v1/registration/tokens/{id}", { params });
                        succeeded(text.withdrawn);
                        await queries.invalidateQueries();
                      }}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Paper>
  );
}

function NewToken() {
  const text = useTexts("registration");
  const records = useTexts("records");
  const [name, setName] = useState("");
  const [lifetime, setLifetime] = useState("24h");
  const [most, setMost] = useState<number>();
  const { busy, run } = useAction();
  const [made, setMade] = useState<{ name: string; token: string }>();
  const badLifetime = lifetime.trim() !== "" && !isDuration(lifetime);
  const make = () =>
    run(async () => {
      const body = {
        name: name.trim(),
        ...(lifetime.trim() && { expires_in: lifetime.trim() }),
        ...(most !== undefined && { registrations: most }),
      };
      setMade(await payloadOf(api.POST("/v1/registration/tokens", { body: body as never })));
      setName("");
      await queries.invalidateQueries();
    });
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "" && !badLifetime) void make();
        }}
      >
        <Group align="start" gap="sm">
          <TextInput
            label={text.name}
            description={text.nameAbout}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label={text.lifetime}
            description={records.durationHint}
            value={lifetime}
            error={badLifetime ? records.badDuration : undefined}
            onChange={({ currentTarget }) => setLifetime(currentTarget.value)}
          />
          <NumberInput
            label={text.most}
            description={text.mostAbout}
            min={1}
            allowDecimal={false}
            value={most ?? ""}
            onChange={(next) => setMost(typeof next === "number" ? next : undefined)}
          />
        </Group>
        <Button
          mt="sm"
          type="submit"
          size="xs"
          loading={busy}
          disabled={name.trim() === "" || badLifetime}
        >
          {text.make}
        </Button>
      </form>
      {made && (
        <Alert color="yellow" role="status" icon={<Icon name="key" />} title={text.shownOnce}>
          <SecretText lines={[made.token]} />
          <Button mt="xs" size="xs" variant="default" onClick={() => setMade(undefined)}>
            {text.noted}
          </Button>
        </Alert>
      )}
    </Stack>
  );
}
