/** What an administrator has to know on every page (auth-wire 8.1). */
import { Alert, Anchor } from "@mantine/core";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";
import type { Capabilities } from "../base/queries.ts";
import { hashOf } from "../base/route.ts";
import { Icon } from "../parts/icon.tsx";

export function Banners({
  capabilities,
  refused,
}: {
  capabilities: Capabilities;
  refused?: string;
}) {
  const text = useTexts("frame");
  const rights = useTexts("rights");
  const { is_admin, anonymous_admin, bootstrap_admin, limited } = capabilities;
  return (
    <>
      {is_admin && anonymous_admin && !bootstrap_admin && (
        <Alert color="red" icon={<Icon name="warning" />}>
          {text.breakGlass}{" "}
          <Anchor inherit href={hashOf("admin")}>
            {text.openAdmin}
          </Anchor>
        </Alert>
      )}
      {bootstrap_admin && (
        <Alert color="orange" icon={<Icon name="warning" />}>
          {text.bootstrap}{" "}
          <Anchor inherit href={hashOf("admin")}>
            {text.choosePermission}
          </Anchor>
        </Alert>
      )}
      {refused !== undefined && (
        <Alert color="blue" icon={<Icon name="info" />}>
          {limited ? rights.notYours : fill(text.notAdmin, { reason: refused })}
        </Alert>
      )}
    </>
  );
}
