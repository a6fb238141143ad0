/** The pages in their groups, with a box that narrows them; `/` goes there (auth-wire 8.1). */
import {
  Anchor,
  AppShell,
  Kbd,
  NavLink,
  ScrollArea,
  Text,
  TextInput,
  useMantineTheme,
} from "@mantine/core";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState } from "react";
import { SUPPORT } from "../api/document.ts";
import { skipToContent } from "../base/focus.ts";
import { useTexts } from "../base/language.ts";
import type { Capabilities } from "../base/queries.ts";
import { hashOf } from "../base/route.ts";
import { Icon } from "../parts/icon.tsx";
import { findPlaces, pagePlaces } from "./places.ts";
import { GROUPS, tabs } from "./tabs.ts";

export function Navigation({
  standing,
  current,
  opened,
  close,
  burger,
}: {
  standing: Capabilities;
  current: string | undefined;
  /** The menu of the phone. */
  opened: boolean;
  close: () => void;
  burger: RefObject<HTMLButtonElement | null>;
}) {
  const text = useTexts("frame");
  const names = useTexts("tabs");
  const [filter, setFilter] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => box.current?.focus()]]);
  const { breakpoints } = useMantineTheme();
  // Where the shell makes a menu of it.
  const phone = `(max-width: calc(${breakpoints.sm} - 0.1px))`;
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;
  const isMenu = isPhone && opened;
  useEffect(() => {
    if (isMenu) box.current?.focus({ preventScroll: true });
  }, [isMenu]);
  const words = useTexts("searchWords");
  const found = new Set(
    findPlaces(pagePlaces({ names, words, schema: undefined }, standing), filter, tabs.length).map(
      ({ tab }) => tab,
    ),
  );
  const shown = tabs.filter(({ hash }) => found.has(hash));
  return (
    <AppShell.Navbar
      className="console-navbar"
      aria-label={text.navigation}
      // A closed menu is only moved out of sight.
      inert={isPhone && !opened}
      onKeyDown={(event) => {
        if (!isMenu || event.key !== "Escape" || event.defaultPrevented) return;
        burger.current?.focus();
        close();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The focus on the page behind it closes the menu; the burger closes it itself.
        if (!isMenu || !relatedTarget || relatedTarget === burger.current) return;
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <AppShell.Section p="xs">
        <TextInput
          ref={box}
          size="xs"
          aria-label={text.filter}
          placeholder={text.filter}
          value={filter}
          rightSection={<Kbd size="xs">/</Kbd>}
          onChange={(event) => setFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = shown[0];
            if (event.key === "Enter" && first) location.hash = hashOf(first.hash);
            if (event.key === "Escape" && filter !== "") {
              event.preventDefault();
              setFilter("");
            }
          }}
        />
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} type="auto" px="xs" pb="md">
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" p="xs">
            {text.noPage}
          </Text>
        )}
        {GROUPS.map((group) => {
          const members = shown.filter((one) => one.group === group);
          if (members.length === 0) return null;
          return (
            <div key={group}>
              <Text
                size="xs"
                fw={600}
                c="dimmed"
                tt="uppercase"
                mt="sm"
                mb={2}
                px="xs"
                component="h2"
              >
                {text.groups[group]}
              </Text>
              {members.map(({ hash, icon, preload }) => (
                <NavLink
                  key={hash}
                  // The current page is never below the edge of the list.
                  ref={
                    hash === current
                      ? (link) => link?.scrollIntoView({ block: "nearest" })
                      : undefined
                  }
                  href={hashOf(hash)}
                  label={names[hash][0]}
                  leftSection={<Icon name={icon} size={16} />}
                  active={hash === current}
                  aria-current={hash === current ? "page" : undefined}
                  onPointerEnter={() => void preload()}
                  onClick={() => {
                    // That of the page where one is leads nowhere, and the menu is in front of it.
                    if (!isMenu || location.hash !== hashOf(hash)) return;
                    skipToContent();
                    close();
                  }}
                  py={5}
                />
              ))}
            </div>
          );
        })}
      </AppShell.Section>
      {SUPPORT !== "" && (
        <AppShell.Section p="xs" className="console-support">
          <Anchor href={SUPPORT} rel="noreferrer" size="sm" px="xs" id="support-link">
            {text.support}
          </Anchor>
        </AppShell.Section>
      )}
    </AppShell.Navbar>
  );
}
