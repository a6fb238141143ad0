/** Name, logo, colour and support link, with a preview of what is typed (settings namespace `branding`). */
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { useTexts } from "../../base/language.ts";
import type { OwnFields } from "../../form/sections.tsx";
import { LogoField } from "../../parts/logo-field.tsx";
import { SignInPreview } from "../../parts/sign-in-preview.tsx";
import { NamespaceForm, TabHead } from "../../settings/namespace-page.tsx";
import { ColourField } from "./colour-field.tsx";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const FIELDS: OwnFields = { accent_color: ColourField };

export default function Page() {
  const text = useTexts("branding");
  return (
    <>
      <TabHead />
      <NamespaceForm
        namespace="branding"
        omit={["logo"]}
        fields={FIELDS}
        after={(value, onChange) => {
          const brand = {
            name: textOf(value.product_name),
            colour: textOf(value.accent_color),
            logo: textOf(value.logo),
            support: textOf(value.support_url) !== "",
          };
          return (
            <Stack>
              <LogoField
                most={64}
                value={textOf(value.logo)}
                onChange={(logo) => onChange({ ...value, logo })}
              />
              <section aria-label={text.preview}>
                <SimpleGrid cols={{ base: 1, sm: 2 }}>
                  <SignInPreview theme="light" {...brand} />
                  <SignInPreview theme="dark" {...brand} />
                </SimpleGrid>
              </section>
              <Text size="xs" c="dimmed">
                {text.mails}
              </Text>
            </Stack>
          );
        }}
      />
    </>
  );
}
