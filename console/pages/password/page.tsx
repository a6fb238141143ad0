/** Rules for passwords in one place, and where the one of them is that belongs to signups (auth-wire 8.2). */
import { Text } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { useTexts } from "../../base/language.ts";
import { hashOf } from "../../base/route.ts";
import { useComponents } from "../../form/schema.ts";
import type { Section } from "../../form/sections.tsx";
import {
  NamespaceForm,
  settingSchema,
  TabHead,
  useSetting,
} from "../../settings/namespace-page.tsx";

const LEAST = "password_min_length";

/** The least length is a member of another namespace, which clients of the API know. */
function LeastLength() {
  const text = useTexts("password");
  const components = useComponents();
  const { data } = useSetting("signup");
  if (!data || !components.data) return null;
  const member = settingSchema("signup", components.data)?.properties?.[LEAST];
  // 0 means the default, too.
  const length = Number(data.value[LEAST]) || Number(member?.default);
  return (
    <Text size="sm" mt="xs">
      {fill(text.least, { length })}{" "}
      <a className="console-link" href={hashOf("signup", "", { field: LEAST })}>
        {text.change}
      </a>
    </Text>
  );
}

export default function Page() {
  const { sections: titles } = useTexts("password");
  const of = (name: keyof typeof titles, members: readonly string[]): Section => ({
    title: titles[name][0],
    about: titles[name][1],
    members,
  });
  return (
    <>
      <TabHead of="password" />
      <NamespaceForm
        namespace="password"
        sections={[
          {
            ...of("rules", ["refuse_common", "refuse_own_words", "range_url", "by_administrators"]),
            below: <LeastLength />,
          },
          of("who", ["disabled", "local_disabled", "ldap_disabled", "ldap_register_disabled"]),
          of("kept", ["hash", "argon2_memory", "argon2_passes"]),
          of("limits", ["attempts", "own_changes"]),
        ]}
      />
    </>
  );
}
