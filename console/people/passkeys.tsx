/** Passkeys of a user, for administrators: list, register, remove (auth-wire 6.6, 8.2). */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { api, payloadOf } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { useMay } from "../base/rights.ts";
import { Confirm } from "../parts/confirm.tsx";
import { PlaceOf } from "../parts/place-of.tsx";
import { Section } from "../parts/section.tsx";
import { TimeIn } from "../parts/time.tsx";
import { useShown } from "../parts/together.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { useAction } from "../parts/use-action.ts";
import { canRegister, registerPasskey } from "./register-passkey.ts";

export function Passkeys({ user }: { user: string }) {
  const text = useTexts("people");
  const [name, setName] = useState("");
  const { busy, run } = useAction();
  // A passkey is as much as the account.
  const full = useMay();
  const list = useQuery({
    queryKey: ["passkeys", user],
    queryFn: () =>
      payloadOf(api.GET("/v1/passkey/credentials", { params: { query: { user_id: user } } })),
  });
  const { data, error } = useShown(list);
  const register = () =>
    run(async () => {
      if (await registerPasskey(user, name.trim())) {
        succeeded(text.registered);
        setName("");
        await queries.invalidateQueries();
      } else throw new Error(text.registerStopped);
    });
  const remove = async (id: string) => {
    await api.DELETE("/v1/passkey/credentials/{id}", { params: { path: { id } } });
    succeeded(text.passkeyRemoved);
    await queries.invalidateQueries();
  };
  const none = (
    <Text size="sm" c="dimmed">
      {text.noPasskeys}
    </Text>
  );
  const add =
    full &&
    (canRegister() ? (
      <Group align="end" gap="xs">
        <TextInput
          label={text.passkeyName}
          description={text.registerAbout}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button variant="default" loading={busy} onClick={() => void register()}>
          {busy ? text.registering : text.registerPasskey}
        </Button>
      </Group>
    ) : (
      <Text size="sm" c="dimmed">
        {text.noWebAuthn}
      </Text>
    ));
  return (
    <Section title={text.passkeys}>
      {error ? (
        <Unanswered error={error} onRetry={() => void list.refetch()} />
      ) : !data ? (
        <PlaceOf>
          <Stack>
            {none}
            {add}
          </Stack>
        </PlaceOf>
      ) : (
        <Stack>
          {data.length === 0 && none}
          {data.map((passkey) => (
            <Group key={passkey.id} justify="space-between" gap="xs">
              <div>
                <Text size="sm" fw={600}>
                  <bdi>{passkey.name || passkey.authenticator || passkey.id}</bdi>
                </Text>
                <Text size="xs" c="dimmed">
                  {passkey.authenticator && `${passkey.authenticator} · `}
                  {passkey.rp_id} ·{" "}
                  {passkey.last_used_at ? (
                    <TimeIn text={text.lastUsed} at={passkey.last_used_at} />
                  ) : (
                    text.neverUsed
                  )}
                </Text>
              </div>
              <Confirm
                label={text.removePasskey}
                consequence={fill(text.removePasskeyWhat, { name: passkey.name || passkey.id })}
                onConfirm={() => remove(passkey.id)}
              />
            </Group>
          ))}
          {add}
        </Stack>
      )}
    </Section>
  );
}
