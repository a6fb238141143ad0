/** Upstream OAuth 2.0 and OpenID Connect providers (auth-wire 8.2). */
import { useTexts } from "../../app/language.ts";
import { ConfigPage } from "../../records/config-pages.tsx";
import { CONFIGS } from "../../texts/configs.ts";

export default function Page() {
  const text = useTexts(CONFIGS);
  return (
    <ConfigPage
      tab="providers"
      base="/v1/oauth/providers"
      component="OAuthProviderConfig"
      empty={text.providers}
    />
  );
}
