/** The login page with its buttons, light and dark, as it will be with what is typed. */
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { markContent } from "../../src/std/provider-marks.ts";
import { fill } from "../../src/std/texts/fill.ts";
import type { Schemas } from "../api/client.ts";
import { useTexts } from "../base/language.ts";
import { useMayCall } from "../base/rights.ts";
import { PICTURE, SignInPreview, type Theme } from "../parts/sign-in-preview.tsx";
import { useSetting } from "../settings/namespace-page.tsx";

type LoginButton = Schemas["LoginButton"];

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const INK: Readonly<Record<Theme, string>> = { light: "#1a1d24", dark: "#eceef2" };
const EDGE: Readonly<Record<Theme, string>> = { light: "#868e9c", dark: "#6f7786" };

/** A picture takes no colour from around it. */
function pictureOf({ logo, mark }: LoginButton, theme: Theme): string | undefined {
  if (PICTURE.test(logo)) return logo;
  const content = markContent(mark)?.replaceAll("currentColor", INK[theme]);
  if (content === undefined) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function Drawn({ button, theme, chosen }: { button: LoginButton; theme: Theme; chosen: boolean }) {
  const text = useTexts("loginButtons");
  const picture = pictureOf(button, theme);
  return (
    <div
      data-preview-of={button.key}
      style={{
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        gap: 8,
        fontSize: 13,
        border: `1px solid ${EDGE[theme]}`,
        outline: chosen ? "2px dashed var(--mantine-primary-color-filled)" : undefined,
        outlineOffset: 2,
        borderRadius: 10,
        padding: "8px 12px",
        fontWeight: 600,
        overflowWrap: "anywhere",
      }}
    >
      {picture !== undefined && <img src={picture} alt="" width={18} height={18} />}
      <bdi>{fill(text.preview, { name: button.name || button.id })}</bdi>
    </div>
  );
}

export function ButtonsPreview({
  buttons,
  chosen,
}: {
  buttons: readonly LoginButton[];
  chosen: string;
}) {
  const text = useTexts("loginButtons");
  const { data } = useSetting("branding", useMayCall("GET /v1/settings/branding"));
  const brand = {
    name: textOf(data?.value.product_name),
    colour: textOf(data?.value.accent_color),
    logo: textOf(data?.value.logo),
    support: false,
  };
  return (
    <section aria-label={text.page}>
      <Text size="sm" fw={500} mb={4}>
        {text.page}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(["light", "dark"] as const).map((theme) => (
          <SignInPreview key={theme} theme={theme} {...brand}>
            <Stack gap={8} mt="md">
              {buttons.map((button) => (
                <Drawn
                  key={button.key}
                  {...{ button, theme }}
                  chosen={buttons.length > 1 && button.key === chosen}
                />
              ))}
            </Stack>
          </SignInPreview>
        ))}
      </SimpleGrid>
    </section>
  );
}
