/** A client's flow, started from its page: what it needs first, the start, and each step (issue of the console, "Try it"). */
import {
  Alert,
  Button,
  Checkbox,
  Code,
  Group,
  Paper,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../base/language.ts";
import { failed, succeeded } from "../../base/notices.ts";
import type { Document } from "../../form/schema.ts";
import { SectionHead } from "../../form/sections.tsx";
import { Copy } from "../../parts/copy.tsx";
import { Offered } from "../../parts/offered.tsx";
import { useAction } from "../../parts/use-action.ts";
import { awaitArrival } from "../../try/channel.ts";
import { CALLBACK, canTry, makeRequest, type Request, redeem } from "../../try/flow.ts";
import {
  addCallback,
  allowsCallback,
  namesCallback,
  removeCallback,
} from "./callback-permission.ts";
import { useShownSecret } from "./shown-secret.tsx";
import { type Trial, TrySteps } from "./try-steps.tsx";

const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Why this client cannot be tried here at all. */
function hindrance(config: Document, enabled: boolean) {
  const grants = words(config.grant_types);
  if (!enabled) return "disabled";
  if (grants.length > 0 && !grants.includes("authorization_code")) return "noCode";
  const method = String(config.token_endpoint_auth_method ?? "");
  if (method.includes("tls")) return "certificate";
  if (method === "private_key_jwt") return "key";
  return canTry() ? undefined : "insecure";
}

export function TryIt({ id, config, enabled }: { id: string; config: Document; enabled: boolean }) {
  const text = useTexts("trial");
  const why = hindrance(config, enabled);
  return (
    <Paper withBorder p="md" component="section" aria-label={text.title}>
      <SectionHead title={text.title} about={text.about} />
      {why ? (
        <Text size="sm">{text[why]}</Text>
      ) : allowsCallback(config) ? (
        <Try {...{ id, config }} />
      ) : (
        <NeedsCallback id={id} />
      )}
    </Paper>
  );
}

function NeedsCallback({ id }: { id: string }) {
  const text = useTexts("trial");
  const { busy, run } = useAction();
  const add = () =>
    run(async () => {
      await addCallback(id);
      succeeded(text.added);
    });
  return (
    <Alert color="gray">
      <Stack gap="xs" align="start">
        <Text size="sm">{text.needsCallback}</Text>
        <Group gap={4} wrap="nowrap">
          <Code>{CALLBACK}</Code>
          <Copy value={CALLBACK} />
        </Group>
        <Offered calls="PUT /v1/oauth/clients/{id}">
          <Button size="xs" loading={busy} onClick={() => void add()}>
            {text.addCallback}
          </Button>
        </Offered>
      </Stack>
    </Alert>
  );
}

function Try({ id, config }: { id: string; config: Document }) {
  const text = useTexts("trial");
  const isPublic = config.public === true;
  const shown = useShownSecret(id);
  const allowed = words(config.allowed_scopes);
  const [scope, setScope] = useState(
    (allowed.length > 0 ? allowed : ["openid", "profile", "email"]).join(" "),
  );
  const [resource, setResource] = useState(words(config.resources)[0] ?? "");
  const [anew, setAnew] = useState(false);
  const [secret, setSecret] = useState(shown ?? "");
  const [request, setRequest] = useState<Request>();
  const [round, setRound] = useState(0);
  const [trial, setTrial] = useState<Trial>();
  const secretNow = useRef(secret);
  secretNow.current = secret;

  // Made before the click, so that the click itself opens the window. Every start has values of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks for another request
  useEffect(() => {
    let wanted = true;
    void makeRequest({ clientId: id, scope, resource, anew }).then(
      (made) => wanted && setRequest(made),
    );
    return () => {
      wanted = false;
    };
  }, [id, scope, resource, anew, round]);

  const awaited = trial?.request;
  useEffect(() => {
    if (!awaited) return undefined;
    return awaitArrival(awaited.state, async (answer) => {
      const code = answer.get("code");
      setTrial({ request: awaited, answer });
      if (code === null) return;
      try {
        const tokens = await redeem(id, secretNow.current, code, awaited);
        setTrial({ request: awaited, answer, tokens });
      } catch (error) {
        setTrial({ request: awaited, answer, error });
      }
    });
  }, [awaited, id]);

  const remove = () => removeCallback(id).then(() => succeeded(text.removed), failed);
  const missing = !isPublic && secret === "";
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TextInput
          label={text.scope}
          description={text.scopeAbout}
          value={scope}
          spellCheck={false}
          onChange={({ currentTarget }) => setScope(currentTarget.value)}
        />
        <TextInput
          label={text.resource}
          description={text.resourceAbout}
          value={resource}
          spellCheck={false}
          onChange={({ currentTarget }) => setResource(currentTarget.value)}
        />
        {!isPublic && (
          <PasswordInput
            label={text.secret}
            description={text.secretAbout}
            autoComplete="off"
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
        )}
      </SimpleGrid>
      <Checkbox
        label={text.anew}
        checked={anew}
        onChange={({ currentTarget }) => setAnew(currentTarget.checked)}
      />
      <Group gap="xs">
        <Button
          disabled={missing || !request}
          onClick={() => {
            if (!request) return;
            // The other window may go to strangers' sign-in pages, which must not reach this one.
            open(request.url, "_blank", "noopener,noreferrer");
            setTrial({ request });
            setRound(round + 1);
          }}
        >
          {trial ? text.again : text.start}
        </Button>
        {namesCallback(config) && (
          <Offered calls="PUT /v1/oauth/clients/{id}">
            <Button variant="subtle" color="gray" onClick={() => void remove()}>
              {text.removeCallback}
            </Button>
          </Offered>
        )}
      </Group>
      {trial && <TrySteps clientId={id} secret={secret} trial={trial} />}
    </Stack>
  );
}
