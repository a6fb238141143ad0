/** What happened in a trial, step by step, and the tokens that came of it. */
import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../base/language.ts";
import { explain, failed, succeeded } from "../../base/notices.ts";
import { useInfo } from "../../base/queries.ts";
import { Copy } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { type Request, readJwt, revoke, type TokenAnswer } from "../../try/flow.ts";

export interface Trial {
  readonly request: Request;
  readonly answer?: URLSearchParams;
  readonly tokens?: TokenAnswer;
  readonly error?: unknown;
}

/** Tokens are shown decoded; as they are, they can be copied. */
const SECRET = new Set(["access_token", "refresh_token", "id_token"]);

export function TrySteps({
  clientId,
  secret,
  trial,
}: {
  clientId: string;
  secret: string;
  trial: Trial;
}) {
  const text = useTexts("trial");
  const issuer = useInfo().data?.oauth2.issuer_url;
  const { request, answer, tokens, error } = trial;
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const came = answer && Object.fromEntries(answer);
  const iss = answer?.get("iss");
  const claims = readJwt(tokens?.id_token)?.claims as { nonce?: unknown } | undefined;
  return (
    <Stack
      component="ol"
      gap="md"
      className="console-steps"
      aria-label={text.steps}
      aria-live="polite"
    >
      <Step done title={text.asked}>
        <JsonView label={text.asked} value={parameters} />
      </Step>
      {!answer ? (
        <Step title={text.waiting} />
      ) : (
        <Step
          done={!answer.has("error")}
          wrong={answer.has("error")}
          title={answer.has("error") ? text.refused : text.came}
        >
          <Group gap="xs" mb="xs">
            <Check ok>{text.stateOk}</Check>
            {iss && issuer && (
              <Check ok={iss === issuer}>{iss === issuer ? text.issOk : text.issWrong}</Check>
            )}
          </Group>
          <JsonView label={text.came} value={came} />
        </Step>
      )}
      {error !== undefined && (
        <Step wrong title={text.notRedeemed}>
          <Alert color="red">{explain(error)}</Alert>
        </Step>
      )}
      {tokens && (
        <Step done title={text.redeemed}>
          {claims?.nonce !== undefined && (
            <Group gap="xs" mb="xs">
              <Check ok={claims.nonce === request.nonce}>
                {claims.nonce === request.nonce ? text.nonceOk : text.nonceWrong}
              </Check>
            </Group>
          )}
          <JsonView
            label={text.answer}
            value={Object.fromEntries(
              Object.entries(tokens).map(([name, value]) => [name, SECRET.has(name) ? "…" : value]),
            )}
          />
          <Token name={text.idToken} token={tokens.id_token} />
          <Token name={text.accessToken} token={tokens.access_token} />
          <Token name={text.refreshToken} token={tokens.refresh_token} />
          <Button
            mt="sm"
            size="xs"
            variant="default"
            onClick={() =>
              void revoke(clientId, secret, tokens).then(() => succeeded(text.revoked), failed)
            }
          >
            {text.revoke}
          </Button>
        </Step>
      )}
    </Stack>
  );
}

function Step({
  done = false,
  wrong = false,
  title,
  children,
}: {
  done?: boolean;
  wrong?: boolean;
  title: string;
  children?: ReactNode;
}) {
  return (
    <li>
      <Group gap={6} mb={4} wrap="nowrap">
        <Text c={wrong ? "red" : done ? "teal" : "dimmed"} lh={1} component="span">
          <Icon name={wrong ? "close" : done ? "done" : "refresh"} size={16} />
        </Text>
        <Text fw={600}>{title}</Text>
      </Group>
      {children}
    </li>
  );
}

function Check({ ok, children }: { ok: boolean; children: ReactNode }) {
  return (
    <Badge
      variant="light"
      color={ok ? "teal" : "red"}
      tt="none"
      leftSection={<Icon name={ok ? "done" : "close"} size={12} />}
    >
      {children}
    </Badge>
  );
}

function Token({ name, token }: { name: string; token: unknown }) {
  const text = useTexts("trial");
  if (typeof token !== "string") return null;
  const read = readJwt(token);
  return (
    <div>
      <Group gap={4} mt="sm">
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Copy value={token} label={`${text.raw}: ${name}`} />
      </Group>
      {read && <JsonView label={`${name}: ${text.claims}`} value={read.claims} />}
    </div>
  );
}
