/** LDAP directories (auth-wire 8.2). */
import { Alert } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { useInstanceConfig } from "../../base/instance-config.ts";
import { useTexts } from "../../base/language.ts";
import { Pinned } from "../../form/members.tsx";
import type { Section } from "../../form/sections.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ConfigPage } from "../../records/config-pages.tsx";
import { DirectoryTest } from "./directory-test.tsx";

/** What the configuration of this instance decides for every record. */
function usePins(): Readonly<Record<string, string>> {
  const { data } = useInstanceConfig();
  const { addr, disable_sync } = data?.ldap ?? { addr: "", disable_sync: false };
  return {
    ...(addr && { addr: `ldap.addr = ${addr}` }),
    ...(disable_sync && { disable_sync: "ldap.disable_sync" }),
  };
}

export default function Page() {
  const text = useTexts("directory");
  const configs = useTexts("configs");
  const pins = usePins();
  const of = (name: keyof typeof text.sections, members: string[], folded = false): Section => ({
    ...{ title: text.sections[name][0], about: text.sections[name][1], members, folded },
  });
  return (
    <Pinned value={pins}>
      <ConfigPage
        tab="ldap"
        base="/v1/ldap/configs"
        empty={configs.ldap}
        idHint={text.idHint}
        sections={[
          of("connection", ["addr", "start_tls", "allow_plain", "bind"]),
          of("users", ["user_base_dn", "user_filter"]),
          of("groups", ["groups"]),
          of("sync", ["sync_duration", "disable_sync"]),
          of("attributes", ["user_attributes"], true),
          of("trust", ["ca"], true),
        ]}
        top={
          pins.addr && (
            <Alert color="gray" icon={<Icon name="info" />}>
              {fill(text.pinnedAddress, { source: pins.addr })}
            </Alert>
          )
        }
        panels={(id) => <DirectoryTest id={id} />}
      />
    </Pinned>
  );
}
