/** Header, navigation and the page that the hash names (auth-wire 8.1). */
import {
  Anchor,
  AppShell,
  Burger,
  Center,
  Group,
  Loader,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense, useEffect, useRef } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { LOGO, PRODUCT } from "../api/document.ts";
import { arrive, keepFocus, skipToContent } from "../base/focus.ts";
import { useSentences, useTexts } from "../base/language.ts";
import { leftBehind } from "../base/notices.ts";
import { type Capabilities, useCapabilities } from "../base/queries.ts";
import { MayChange, mayDo, Standing } from "../base/rights.ts";
import { hashOf, replaceRoute, useRoute } from "../base/route.ts";
import { Mark } from "../parts/mark.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { Arrived } from "./arrived.tsx";
import { Banners } from "./banners.tsx";
import { HeaderMenu } from "./header-menu.tsx";
import { Navigation } from "./navigation.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { Palette, PaletteButton } from "./palette.tsx";
import { SessionDialogs } from "./session-dialogs.tsx";
import { useStanding } from "./standing.ts";
import { firstTab, isShown, type Tab, tabOf } from "./tabs.ts";

/**
 * For an address that is none: says so, in place of another page.
 * @param first the page to begin with
 */
function NoPage({ name, first }: { name: string; first: string }) {
  const text = useTexts("frame");
  return (
    <>
      <PageHead title={text.noPageTitle} />
      <Text size="sm">{fill(text.noPageText, { name })}</Text>
      <Anchor size="sm" href={hashOf(first)}>
        {text.toFirst}
      </Anchor>
    </>
  );
}

export function Shell() {
  const text = useTexts("frame");
  const names = useTexts("tabs");
  const { newOf } = useTexts("records");
  const [opened, { toggle, close }] = useDisclosure();
  const burger = useRef<HTMLButtonElement>(null);
  const route = useRoute();
  const capabilities = useCapabilities();
  const standing = useStanding();
  const isAdmin = standing?.is_admin ?? false;
  const requested = tabOf(route.tab);
  const allowed = requested && standing && isShown(requested, standing);
  const fallback = standing ? firstTab(standing) : "account";
  const now = capabilities.data;
  // A full administrator needs no page that says what they may do; it is no page that they are refused.
  const isNeedless = isAdmin && requested?.hash === "rights";
  // The form of one who was an administrator until now stays, and they learn why it is refused.
  const demoted = isAdmin && now?.is_admin === false && now.x_user === standing?.x_user;
  const refused = demoted ? now : requested && !allowed && !isNeedless ? standing : undefined;
  const sentence = useSentences();
  const refusedBy = ({ authorization_message: said, authorization_error = "" }: Capabilities) =>
    said ? sentence(said) : authorization_error;
  const isAnswered = standing !== undefined;
  const titleOf = (tab: Tab["hash"]) =>
    (route.rest === "new" ? (newOf as Partial<Record<string, string>>)[tab] : undefined) ??
    names[tab][0];

  // An empty address is the first page; one that is none says so.
  const isUnknown = !requested && route.tab !== "";
  useEffect(() => {
    if (isAnswered && !requested && route.tab === "") replaceRoute(hashOf(fallback));
    else if (isNeedless) replaceRoute(hashOf("admin"));
    else if (requested && requested.hash !== route.tab) replaceRoute(hashOf(requested.hash));
  }, [isAnswered, requested, isNeedless, fallback, route.tab]);

  const elsewhere = isUnknown ? undefined : tabOf(standing?.limited ? "rights" : "account");
  const current = allowed ? requested : elsewhere;
  const title = isUnknown ? text.noPageTitle : titleOf(current?.hash ?? "account");
  useEffect(() => {
    document.title = `${title} – ${PRODUCT}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place closes the menu of the phone
  useEffect(close, [route.hash]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: filters of a list are the same page
  useEffect(leftBehind, [route.tab, route.rest]);

  useEffect(keepFocus, []);
  const member = route.query.get("field") ?? undefined;
  // What is made is chosen first; its form is another place.
  const place = route.rest === "new" ? route.hash : `${route.tab}/${route.rest}?${member ?? ""}`;
  const stood = useRef<string>(undefined);
  useEffect(() => {
    if (!isAnswered || stood.current === place) return undefined;
    // The first page of a visit begins at its top, where the way to the content is.
    const isFirst = stood.current === undefined && member === undefined;
    stood.current = place;
    return isFirst ? undefined : arrive(route.rest === "new", member);
  }, [isAnswered, place, route.rest, member]);

  if (!standing) {
    return (
      <Center h="100dvh">
        {capabilities.error ? (
          <Unanswered error={capabilities.error} onRetry={() => capabilities.refetch()} />
        ) : (
          <Loader aria-label={text.loading} />
        )}
      </Center>
    );
  }

  const Page = current?.page;
  return (
    <Standing value={standing}>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 236, breakpoint: "sm", collapsed: { mobile: !opened } }}
        padding="md"
      >
        <a
          className="console-skip"
          href={route.hash || "#"}
          onClick={(event) => {
            event.preventDefault();
            skipToContent();
          }}
        >
          {text.skip}
        </a>
        <SessionDialogs />
        <Palette standing={standing} />
        <AppShell.Header>
          <Group h="100%" px="md" gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={text.navigation}
              aria-expanded={opened}
            />
            <UnstyledButton component="a" href={hashOf(fallback)} aria-label={PRODUCT}>
              <Group gap={8} wrap="nowrap">
                {LOGO === "" ? (
                  <Mark />
                ) : (
                  <img src={LOGO} alt="" height={26} className="console-logo" />
                )}
                <Text fw={650} visibleFrom="xs" truncate maw="24vw">
                  <bdi>{PRODUCT}</bdi>
                </Text>
              </Group>
            </UnstyledButton>
            <PaletteButton />
            <HeaderMenu capabilities={standing} tab={current?.hash} />
          </Group>
        </AppShell.Header>
        <Navigation
          standing={standing}
          current={current?.hash}
          opened={opened}
          close={close}
          burger={burger}
        />
        <AppShell.Main id="main" tabIndex={-1}>
          <Stack className="console-main" gap="md">
            <Banners capabilities={standing} {...(refused && { refused: refusedBy(refused) })} />
            <PageBoundary key={current?.hash}>
              <Suspense fallback={<Skeleton height={240} />}>
                {Page && current ? (
                  <MayChange value={!current.admin || mayDo(standing, current.changes)}>
                    <Page />
                  </MayChange>
                ) : (
                  <NoPage name={route.tab} first={fallback} />
                )}
                <Arrived hash={route.hash} />
              </Suspense>
            </PageBoundary>
          </Stack>
        </AppShell.Main>
      </AppShell>
    </Standing>
  );
}
