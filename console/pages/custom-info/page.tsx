/** Claim sets for userinfo: their templates, where they are read, and what they give (auth-wire 5.6, 8.2). */
import { Stack } from "@mantine/core";
import { fill } from "../../../src/std/texts/fill.ts";
import { useTexts } from "../../base/language.ts";
import { useInfo } from "../../base/queries.ts";
import { Addresses } from "../../form/addresses.tsx";
import { NamespaceForm, TabHead, useSetting } from "../../settings/namespace-page.tsx";
import { Preview, type Sets } from "./preview.tsx";

const setsOf = (value: unknown): Sets =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Sets) : {};

/** Of the sets that are saved: only they have addresses. */
function SetAddresses() {
  const text = useTexts("customInfo");
  const stored = useSetting("custom_info");
  const issuer = useInfo().data?.oauth2.issuer_url;
  if (!stored.data || issuer === undefined) return null;
  return Object.keys(setsOf(stored.data.value.sets)).map((set) => (
    <Addresses
      key={set}
      title={fill(text.addresses, { set })}
      about={text.addressesAbout}
      addresses={[
        { label: text.userinfo, value: `${issuer}/userinfo/${encodeURIComponent(set)}` },
        {
          label: text.discovery,
          value: `${issuer}/openid/${encodeURIComponent(set)}/.well-known/openid-configuration`,
        },
      ]}
    />
  ));
}

export default function Page() {
  return (
    <Stack>
      <TabHead of="custom-info" />
      <NamespaceForm
        namespace="custom_info"
        after={(value) => <Preview sets={setsOf(value.sets)} />}
      />
      <SetAddresses />
    </Stack>
  );
}
