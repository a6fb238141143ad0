/** Clients that register themselves: the settings, and tokens that let programs do it (auth-wire 8.2). */
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { InitialTokens } from "./initial-tokens.tsx";

export default function Page() {
  return (
    <>
      <TabHead />
      <InitialTokens />
      <NamespaceForm namespace="registration" />
    </>
  );
}
