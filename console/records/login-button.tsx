/** The button of a provider on the login page: seen as people see it, switched on and off where the provider is. */
import { Badge, Paper, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { api, payloadOf } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { failed, succeeded } from "../base/notices.ts";
import { queries } from "../base/queries.ts";
import { useMayCall } from "../base/rights.ts";
import type { Document } from "../form/schema.ts";
import { SectionHead } from "../form/sections.tsx";
import { useAction } from "../parts/use-action.ts";
import { type LoginButton, OneButton, type WantedButton } from "./one-login-button.tsx";

/** Whose record it is: an upstream provider or one over SAML. */
export type Source = "oauth" | "saml";

const KEY = ["login-buttons"];
const useButtons = () =>
  useQuery({ queryKey: KEY, queryFn: () => payloadOf(api.GET("/v1/login-buttons")) });

const find = (buttons: readonly LoginButton[] | undefined, source: Source, id: string) =>
  buttons?.find((one) => one.source === source && one.id === id);

async function put(source: Source, id: string, wanted: WantedButton): Promise<void> {
  const params = { path: { source, id } };
  await api.PUT("/v1/login-buttons/{source}/{id}", { params, body: wanted });
  await queries.invalidateQueries();
}

/** In a list: whether people are led to this provider. */
export function ButtonBadge({ source, id }: { source: Source; id: string }) {
  const text = useTexts("loginButtons");
  const { data } = useButtons();
  const button = find(data, source, id);
  if (!button) return null;
  return (
    <Badge variant="light" color={button.works ? "green" : "yellow"} tt="none">
      {button.works ? text.shown : text.broken}
    </Badge>
  );
}

/** Below a stored record. */
export function ButtonPanel({
  source,
  id,
  config,
  enabled,
}: {
  source: Source;
  id: string;
  config: Document;
  enabled: boolean;
}) {
  const text = useTexts("loginButtons");
  const { data } = useButtons();
  const { busy, run } = useAction();
  const may = useMayCall("PUT /v1/login-buttons/{source}/{id}");
  const own = typeof config.name === "string" && config.name !== "" ? config.name : id;
  if (!data) return null;
  const buttons = data.filter((one) => one.source === source && one.id === id);
  const change = (on: boolean) =>
    run(async () => {
      if (on) await put(source, id, {});
      else {
        await api.DELETE("/v1/login-buttons/{source}/{id}", { params: { path: { source, id } } });
        await queries.invalidateQueries();
      }
      succeeded(on ? text.added : text.removed);
    });
  return (
    <Paper withBorder p="md" component="section" aria-label={text.title}>
      <SectionHead title={text.title} about={text.about} />
      <Stack align="stretch">
        <Switch
          label={text.onPage}
          checked={buttons.length > 0}
          disabled={busy || !may}
          description={may ? undefined : text.full}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        {buttons.length > 0 && !enabled && <Text size="sm">{text.disabled}</Text>}
        {buttons.length === 0 && <Text size="sm">{text.absent}</Text>}
        {buttons.length > 1 && (
          <Text size="sm">{fill(text.several, { count: buttons.length })}</Text>
        )}
        {may &&
          buttons.map((button) => (
            <OneButton
              key={button.key}
              {...{ button, own, enabled }}
              all={data}
              titled={buttons.length > 1}
              save={(wanted) => put(source, id, { ...wanted, key: button.key })}
            />
          ))}
      </Stack>
    </Paper>
  );
}

/** For a record that is being made: the switch of its form, and what a save does with it. */
export function useNewButton(source: Source) {
  const text = useTexts("loginButtons");
  const [wanted, setWanted] = useState(true);
  const may = useMayCall("PUT /v1/login-buttons/{source}/{id}");
  return {
    field: may && (
      <Switch
        label={text.onPage}
        description={text.newHint}
        checked={wanted}
        onChange={(event) => setWanted(event.currentTarget.checked)}
      />
    ),
    saved: (id: string) => {
      if (wanted && may) put(source, id, {}).catch((error: unknown) => failed(error));
    },
  };
}
