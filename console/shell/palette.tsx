/** Finds pages, settings, users, service accounts, clients, roles, permissions from anywhere: `Ctrl K`. */
import { Box, Group, Kbd, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, listOf } from "../api/client.ts";
import { useSchemaTexts, useTexts } from "../base/language.ts";
import type { Capabilities } from "../base/queries.ts";
import { go, hashOf } from "../base/route.ts";
import { useComponents } from "../form/schema.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { findPlaces, pagePlaces, settingPlaces } from "./places.ts";
import { isShown, type Tab, tabOf, tabs } from "./tabs.ts";

interface Found {
  readonly tab: Tab["hash"];
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
}

const MAX_PER_KIND = 5;
const MAX_SETTINGS = 12;

/** Records whose name holds the words; one kind that cannot be asked leaves the others. */
async function findRecords(search: string, standing: Capabilities): Promise<Found[]> {
  const query = { search, _limit: MAX_PER_KIND, add_roles: false, add_permissions: false };
  const principals = async (
    path: "/v1/users" | "/v1/service-accounts",
    tab: Tab["hash"],
    icon: IconName,
  ) =>
    (await listOf(api.GET(path, { params: { query } }))).items.map(({ id, alias }) => ({
      ...{ tab, icon, id, label: alias?.[0] ?? id },
    }));
  const named = { params: { query: { name: search, _limit: MAX_PER_KIND } } };
  const roles = async () =>
    (await listOf(api.GET("/v1/roles", named))).items.map(({ id, name }) => ({
      ...{ tab: "roles" as const, icon: "role" as const, id, label: name },
    }));
  const permissions = async () =>
    (await listOf(api.GET("/v1/permissions", named))).items.map(({ id, name }) => ({
      ...{ tab: "permissions" as const, icon: "key" as const, id, label: name },
    }));
  const clients = async () =>
    (
      await listOf(
        api.GET("/v1/oauth/clients", { params: { query: { id: search, _limit: MAX_PER_KIND } } }),
      )
    ).items.map(({ id }) => ({ tab: "clients" as const, icon: "app" as const, id, label: id }));
  const asked: readonly (readonly [Tab["hash"], () => Promise<Found[]>])[] = [
    ["users", () => principals("/v1/users", "users", "users")],
    ["service-accounts", () => principals("/v1/service-accounts", "service-accounts", "robot")],
    ["clients", clients],
    ["roles", roles],
    ["permissions", permissions],
  ];
  const answers = await Promise.allSettled(
    asked.flatMap(([hash, find]) => {
      const page = tabOf(hash);
      return page && isShown(page, standing) ? [find()] : [];
    }),
  );
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

export function PaletteButton() {
  const text = useTexts("frame");
  return (
    <UnstyledButton onClick={spotlight.open} px="xs">
      <Group gap={8} wrap="nowrap">
        <Icon name="search" />
        <Box hiddenFrom="sm">
          <VisuallyHidden>{text.search}</VisuallyHidden>
        </Box>
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {`${text.search} `}
        </Text>
        <Group gap={2} visibleFrom="sm" aria-hidden="true">
          <Kbd size="xs">{"Ctrl "}</Kbd>
          <Kbd size="xs">K</Kbd>
        </Group>
      </Group>
    </UnstyledButton>
  );
}

export function Palette({ standing }: { standing: Capabilities }) {
  const text = useTexts("frame");
  const names = useTexts("tabs");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 200);
  const mayAsk = standing.is_admin || standing.limited !== undefined;
  const records = useQuery({
    queryKey: ["palette", search],
    queryFn: () => findRecords(search, standing),
    enabled: mayAsk && search.length >= 2,
  });
  const searchWords = useTexts("searchWords");
  const schema = useSchemaTexts();
  const switches = useTexts("switches");
  // Asked for when a search begins; forms ask for the same.
  const components = useComponents(mayAsk && search.length >= 2);
  const said = { names, words: searchWords, schema, switches };
  const pages = findPlaces(pagePlaces(said, standing), typed, tabs.length);
  const settings =
    components.data && search.length >= 2
      ? findPlaces(settingPlaces(said, components.data, standing), search, MAX_SETTINGS)
      : [];
  const matches = search.length >= 2 ? (records.data ?? []) : [];
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      shortcut={["mod + K"]}
      // From a field as well: no field has another use for these keys.
      tagsToIgnore={[]}
      scrollable
      maxHeight={440}
      // Without the blur of the library: a browser that draws without a graphics card draws it anew with each frame.
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
    >
      <Spotlight.Search
        placeholder={text.searchEverything}
        aria-label={text.searchEverything}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {matches.map(({ tab, id, label, icon }) => (
          <Spotlight.Action
            key={`${tab} ${id}`}
            onClick={() => go(hashOf(tab, id))}
            leftSection={<Icon name={icon} />}
            label={label}
            description={names[tab][0]}
          />
        ))}
        {[...pages, ...settings].map(({ tab, label, about, field }) => (
          <Spotlight.Action
            key={`${tab} ${field ?? ""} ${label}`}
            onClick={() => go(hashOf(tab, "", { field }))}
            leftSection={<Icon name={tabOf(tab)?.icon ?? "settings"} />}
            label={label}
            description={about}
          />
        ))}
        {matches.length + pages.length + settings.length === 0 && !records.isFetching && (
          <Spotlight.Empty>{text.nothingFound}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
