/** What each way to sign in does with the settings of now (auth-wire 8.2). */
import { Badge, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, listOf } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { Unanswered } from "../../parts/unanswered.tsx";
import { readSetting, TabHead } from "../../settings/namespace-page.tsx";
import { type SignInWay, type Stored, signInWays } from "./ways.ts";

/** The three kinds have the same list; the types of one stand for all. */
async function enabledIds(base: "/v1/oauth/providers" | "/v1/ldap/configs" | "/v1/saml/providers") {
  const { items } = await listOf(
    api.GET(base as "/v1/oauth/clients", { params: { query: { _limit: 100 } as never } }),
  );
  return items.flatMap(({ id, enabled }) => (enabled === false ? [] : [String(id)]));
}

async function readStored(): Promise<Stored> {
  const value = async (namespace: string) => (await readSetting(namespace)).value;
  const [password, passkey, email, signup, totp] = await Promise.all(
    ["password", "passkey", "email", "signup", "totp"].map(value),
  );
  const [device, mtls, token_exchange, api_key, registration] = await Promise.all(
    ["device", "mtls", "token_exchange", "api_key", "registration"].map(value),
  );
  const [directories = [], providers = [], saml = []] = await Promise.all(
    (["/v1/ldap/configs", "/v1/oauth/providers", "/v1/saml/providers"] as const).map(enabledIds),
  );
  return {
    password: password ?? {},
    passkey: passkey ?? {},
    email: email ?? {},
    signup: signup ?? {},
    totp: totp ?? {},
    device: device ?? {},
    mtls: mtls ?? {},
    token_exchange: token_exchange ?? {},
    api_key: api_key ?? {},
    registration: registration ?? {},
    ...{ directories, providers, saml },
  };
}

function Row({ way }: { way: SignInWay }) {
  const text = useTexts("flows");
  const { id, on, says, names = [], tab } = way;
  return (
    <Table.Tr data-way={id}>
      <Table.Td>
        <Stack gap={4}>
          <Text fw={600} size="sm">
            {text.ways[id]}
          </Text>
          <div>
            <Badge variant="light" color={on ? "teal" : "gray"} tt="none">
              {on ? text.on : text.off}
            </Badge>
          </div>
        </Stack>
      </Table.Td>
      <Table.Td>
        {says.map((sentence) => (
          <Text size="sm" key={sentence}>
            {text.says[sentence]}
          </Text>
        ))}
        {names.length > 0 && (
          <Text size="sm" c="dimmed">
            {text.uses} <bdi>{names.join(", ")}</bdi>
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <a
          className="console-link"
          href={hashOf(tab)}
          aria-label={`${text.settings}: ${text.ways[id]}`}
        >
          {text.settings}
        </a>
      </Table.Td>
    </Table.Tr>
  );
}

export default function Page() {
  const text = useTexts("flows");
  const stored = useQuery({ queryKey: ["flows"], queryFn: readStored, staleTime: 0 });
  return (
    <Stack>
      <TabHead />
      {stored.error && <Unanswered error={stored.error} onRetry={() => void stored.refetch()} />}
      {!stored.data && !stored.error && <Skeleton height={320} />}
      {stored.data && (
        <Table className="console-table console-cards">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.way}</Table.Th>
              <Table.Th>{text.does}</Table.Th>
              <Table.Th>{text.settings}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {signInWays(stored.data).map((way) => (
              <Row key={way.id} way={way} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
