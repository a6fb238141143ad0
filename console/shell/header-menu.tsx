/** Who is signed in, how the console looks, and the way out. */
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  Text,
  Tooltip,
  useMantineColorScheme,
} from "@mantine/core";
import { useIsFetching } from "@tanstack/react-query";
import { fill } from "../../src/std/texts/fill.ts";
import { LANGUAGES, type Language } from "../../src/std/texts/languages.ts";
import { chooseLanguage, useLanguage, useTexts } from "../base/language.ts";
import { failed } from "../base/notices.ts";
import { type Capabilities, queries, useInfo } from "../base/queries.ts";
import { hashOf } from "../base/route.ts";
import { Icon } from "../parts/icon.tsx";
import { HelpLink } from "./help-link.tsx";
import { SignOut } from "./sign-out.tsx";
import type { Tab } from "./tabs.ts";

const SCHEMES = [
  ["light", "sun"],
  ["dark", "moon"],
  ["auto", "system"],
] as const;

/** The document names it, as the build does. */
const LICENSES = document.querySelector<HTMLLinkElement>('link[rel="license"]')?.href;

export function HeaderMenu({
  capabilities,
  tab,
}: {
  capabilities: Capabilities;
  tab: Tab["hash"] | undefined;
}) {
  const text = useTexts("frame");
  const chosen = useLanguage();
  const info = useInfo();
  const fetching = useIsFetching() > 0;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { x_user: name } = capabilities;
  return (
    <Group gap={6} ml="auto" miw={0} wrap="nowrap">
      <HelpLink tab={tab} />
      <Tooltip label={text.refresh}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.refresh}
          loading={fetching}
          onClick={() => void queries.invalidateQueries()}
        >
          <Icon name="refresh" />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={260} withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            miw={0}
            maw={220}
            leftSection={<Icon name="user" size={16} />}
          >
            <Text size="xs" truncate>
              <bdi>{name ?? text.notSignedIn}</bdi>
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {name && <Menu.Label>{fill(text.signedInAs, { name })}</Menu.Label>}
          {name && (
            <Menu.Item
              component="a"
              href={hashOf("account")}
              leftSection={<Icon name="user" size={16} />}
            >
              {text.myAccount}
            </Menu.Item>
          )}
          <Menu.Label>{text.theme}</Menu.Label>
          {SCHEMES.map(([scheme, icon]) => (
            <Menu.Item
              key={scheme}
              leftSection={<Icon name={icon} size={16} />}
              rightSection={colorScheme === scheme ? <Icon name="done" size={14} /> : undefined}
              onClick={() => setColorScheme(scheme)}
            >
              {scheme === "auto" ? text.system : text[scheme]}
            </Menu.Item>
          ))}
          <Menu.Label>{text.language}</Menu.Label>
          {Object.entries(LANGUAGES).map(([tag, { name }]) => (
            <Menu.Item
              key={tag}
              lang={tag}
              leftSection={<Icon name="language" size={16} />}
              rightSection={chosen === tag ? <Icon name="done" size={14} /> : undefined}
              onClick={() => void chooseLanguage(tag as Language).catch(failed)}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {capabilities.is_admin && info.data && (
            <Menu.Label title={text.versionHint}>
              {fill(text.version, { version: info.data.version })}
            </Menu.Label>
          )}
          <Menu.Item component="a" href={LICENSES} target="_blank" rel="noreferrer">
            <Text size="xs" c="dimmed">
              {text.licenses}
            </Text>
          </Menu.Item>
          <SignOut />
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
