/** The key that signs every token: what is published, what is stored, and its change. */
import { Alert, Anchor, Badge, Code, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../../src/std/texts/fill.ts";
import { PREFIX } from "../../api/base.ts";
import { api, payloadOf } from "../../api/client.ts";
import type { components } from "../../api/schema.gen.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { TimeIn } from "../../parts/time.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { NamespaceForm, useSetting } from "../../settings/namespace-page.tsx";

type Key = components["schemas"]["SigningKeyState"];

/** A published key: what it does now, its life, and what depends on it. */
function OneKey({ kid, alg, state, outside, made_at, signs_from, ends_at, ...needs }: Key) {
  const text = useTexts("issuer");
  const times = [
    [text.madeAt, made_at],
    [text.signsFrom, state === "next" ? signs_from : undefined],
    [text.endsAt, ends_at],
  ] as const;
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Code>{kid}</Code>
        <Badge variant="light" tt="none">
          {alg}
        </Badge>
        <Badge variant="light" color={state === "current" ? "teal" : "gray"} tt="none">
          {text.states[state]}
        </Badge>
        {outside && (
          <Badge variant="outline" tt="none" title={text.outsideAbout}>
            {text.outside}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" component="div">
        <Group gap="2px 12px">
          {times.map(([label, at]) =>
            at === undefined ? null : (
              <span key={label}>
                <TimeIn text={label} at={at * 1_000} />
              </span>
            ),
          )}
          {state === "current" && <span>{fill(text.dependents, { clients: needs.clients })}</span>}
          {needs.resources.length > 0 && <bdi>{needs.resources.join(", ")}</bdi>}
        </Group>
      </Text>
      {state === "previous" && (
        <Text size="xs" c="dimmed" component="div">
          {needs.tokens.length === 0 && text.noTokens}
          {needs.tokens.map(({ kind, until }) => (
            <div key={kind}>
              <TimeIn text={text.tokens[kind]} at={until * 1_000} />
            </div>
          ))}
        </Text>
      )}
    </Stack>
  );
}

export function SigningKey() {
  const text = useTexts("issuer");
  const keys = useQuery({
    queryKey: ["signing-keys"],
    queryFn: () => payloadOf(api.GET("/v1/jwt/keys")),
  });
  const setting = useSetting("jwt");
  const kid = setting.data?.value.kid;
  const rotate = async () => {
    const made = await payloadOf(api.POST("/v1/jwt/rotate"));
    succeeded(fill(text.rotated, { kid: made.kid }));
    await queries.invalidateQueries();
  };
  const renew = async () => {
    await api.POST("/v1/jwt/renew");
    succeeded(text.renewed);
    await queries.invalidateQueries();
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={text.key}>
      <SectionHead title={text.key} about={text.keyAbout} />
      <Stack>
        {keys.error ? (
          <Unanswered error={keys.error} onRetry={() => void keys.refetch()} />
        ) : keys.data ? (
          <dl className="console-pairs">
            {keys.data.map((key) => (
              <div key={key.kid} style={{ display: "contents" }}>
                <dt>{text.published}</dt>
                <dd>
                  <OneKey {...key} />
                </dd>
              </div>
            ))}
            <dt>{text.stored}</dt>
            <dd>{kid ? <Code>{String(kid)}</Code> : text.notStored}</dd>
          </dl>
        ) : (
          <Skeleton height={50} />
        )}
        {kid !== undefined && keys.data && !keys.data.some((key) => key.kid === kid) && (
          <Alert color="yellow" icon={<Icon name="warning" />}>
            {text.differ}
          </Alert>
        )}
        <Group gap="md" align="start">
          <Confirm
            color="blue"
            label={text.renew}
            consequence={text.renewConsequence}
            onConfirm={renew}
          />
          <Confirm label={text.rotate} consequence={text.rotateConsequence} onConfirm={rotate} />
          <Anchor size="sm" href={`${PREFIX}/oauth2/certs`} target="_blank" rel="noopener">
            {text.jwks}
          </Anchor>
          <Anchor
            size="sm"
            href={`${PREFIX}/oauth2/.well-known/openid-configuration`}
            target="_blank"
            rel="noopener"
          >
            {text.discovery}
          </Anchor>
        </Group>
        <details>
          <summary>{text.ownKey}</summary>
          <Stack mt="sm">
            <NamespaceForm namespace="jwt" />
          </Stack>
        </details>
      </Stack>
    </Paper>
  );
}
