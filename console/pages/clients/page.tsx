/** OAuth clients (auth-wire 8.2). */
import { useTexts } from "../../app/language.ts";
import { ConfigPage } from "../../records/config-pages.tsx";
import { CONFIGS } from "../../texts/configs.ts";

export default function Page() {
  const text = useTexts(CONFIGS);
  return (
    <ConfigPage
      tab="clients"
      base="/v1/oauth/clients"
      component="OAuthClientConfig"
      empty={text.clients}
    />
  );
}
