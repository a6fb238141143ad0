/** The key that signs every token: what is published, what is stored, and its change. */
import { Alert, Anchor, Badge, Code, Group, Paper, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fill } from "../../../src/std/texts/fill.ts";
import { PREFIX } from "../../api/base.ts";
import { api, payloadOf } from "../../api/client.ts";
import { failureOf } from "../../api/failure.ts";
import { useTexts } from "../../base/language.ts";
import { succeeded } from "../../base/notices.ts";
import { queries } from "../../base/queries.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { NamespaceForm, useSetting } from "../../settings/namespace-page.tsx";

interface PublicKey {
  readonly kid?: string;
  readonly alg?: string;
}

/** RFC 7517: what everybody sees. */
async function readKeys(): Promise<readonly PublicKey[]> {
  const response = await fetch(`${PREFIX}/oauth2/certs`, { credentials: "omit" });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, body);
  return (body as { keys?: readonly PublicKey[] }).keys ?? [];
}

export function SigningKey() {
  const text = useTexts("issuer");
  const keys = useQuery({ queryKey: ["jwks"], queryFn: readKeys });
  const setting = useSetting("jwt");
  const kid = setting.data?.value.kid;
  const rotate = async () => {
    const made = await payloadOf(api.POST("/v1/jwt/rotate"));
    succeeded(fill(text.rotated, { kid: made.kid }));
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
                  <Group gap="xs">
                    <Code>{key.kid}</Code>
                    <Badge variant="light" tt="none">
                      {key.alg}
                    </Badge>
                  </Group>
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
