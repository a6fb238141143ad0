/** Whom the sign-in page and sessions trust: providers, and groups that take some of them (auth-wire 4.4, 8.2). */
import { Stack } from "@mantine/core";
import type { Document } from "../../form/schema.ts";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { ProviderTree } from "./tree.tsx";
import { Wiring } from "./wiring.tsx";

export default function Page() {
  return (
    <Stack>
      <TabHead />
      <NamespaceForm
        namespace="session_providers"
        omit={["providers", "groups"]}
        before={(value: Document, onChange) => <ProviderTree {...{ value, onChange }} />}
      />
      <Wiring />
    </Stack>
  );
}
