/** What an administrator with fewer rights may do, in words, with the way to each page (ADR 0090). */
import { Anchor, List, Stack, Text } from "@mantine/core";
import { useContext } from "react";
import { useTexts } from "../../base/language.ts";
import { type Capability, type Limited, Standing } from "../../base/rights.ts";
import { hashOf } from "../../base/route.ts";
import { Section } from "../../parts/section.tsx";
import { TabHead } from "../../settings/namespace-page.tsx";

/** Where each is done. */
const PLACES = {
  read: "overview",
  support: "users",
  people: "users",
  clients: "clients",
  providers: "providers",
  settings: "branding",
} as const satisfies Readonly<Record<Capability, string>>;

/** Capabilities that are about people, within the bounds of the grant. */
const OF_PEOPLE: readonly Capability[] = ["support", "people"];

function Names({
  title,
  roles,
}: {
  title: string;
  roles: readonly { id: string; name: string }[];
}) {
  return (
    <Text size="sm">
      {title} <bdi>{roles.map(({ name }) => name).join(", ")}</bdi>
    </Text>
  );
}

function May({ capability, grant }: { capability: Capability; grant: Limited }) {
  const text = useTexts("rights");
  const names = useTexts("tabs");
  const [title, about] = text.about[capability];
  const place = PLACES[capability];
  return (
    <Section
      title={title}
      about={about}
      aside={
        <Anchor size="sm" href={hashOf(place)} aria-label={`${text.open}: ${names[place][0]}`}>
          {names[place][0]}
        </Anchor>
      }
    >
      <Stack gap={4}>
        {OF_PEOPLE.includes(capability) &&
          (grant.people_of ? (
            <Names title={text.of} roles={grant.people_of} />
          ) : (
            <Text size="sm">{text.ofAll}</Text>
          ))}
        {capability === "people" &&
          (grant.roles.length > 0 ? (
            <Names title={text.gives} roles={grant.roles} />
          ) : (
            <Text size="sm">{text.givesNone}</Text>
          ))}
      </Stack>
    </Section>
  );
}

export default function Page() {
  const text = useTexts("rights");
  const { limited = [] } = useContext(Standing);
  const all = limited.flatMap((grant) => grant.may.map((capability) => ({ capability, grant })));
  return (
    <Stack>
      <TabHead of="rights" />
      <List
        listStyleType="none"
        spacing="md"
        styles={{ itemWrapper: { display: "block" }, itemLabel: { width: "100%" } }}
      >
        {all.map(({ capability, grant }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two grants of one capability have no other name
          <List.Item key={`${capability} ${index}`}>
            <May {...{ capability, grant }} />
          </List.Item>
        ))}
      </List>
      {all.some(({ capability }) => OF_PEOPLE.includes(capability)) && (
        <Text size="sm" c="dimmed">
          {text.administrators}
        </Text>
      )}
    </Stack>
  );
}
