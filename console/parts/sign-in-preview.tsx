/** A small sign-in page in the colours that are typed, as the service will draw it. */
import { Group, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { accentOn, isColour } from "../../src/std/colour.ts";
import { useTexts } from "../base/language.ts";
import { Mark } from "./mark.tsx";

export type Theme = "light" | "dark";

export interface PreviewedBrand {
  readonly name: string;
  readonly colour: string;
  readonly logo: string;
  readonly support: boolean;
}

const GROUNDS = {
  light: { page: "#f3f4f7", card: "#ffffff", text: "#1a1d24", line: "#e1e4ea" },
  dark: { page: "#0f1116", card: "#191c23", text: "#eceef2", line: "#2e333e" },
} as const;
const OWN = {
  light: { accent: "#3046c9", onAccent: "#ffffff" },
  dark: { accent: "#8f9dff", onAccent: "#10131f" },
} as const;

/** Browsers run nothing in a picture. */
export const PICTURE = /^data:image\/(svg\+xml|png);base64,/;

export function SignInPreview({
  theme,
  name,
  colour,
  logo,
  support,
  children,
}: PreviewedBrand & {
  theme: Theme;
  /** Below the button that signs in. */
  children?: ReactNode;
}) {
  const text = useTexts("branding");
  const { page, card, line, text: ink } = GROUNDS[theme];
  const typed = colour.trim();
  const { accent, onAccent } = isColour(typed) ? accentOn(typed, { page, card }) : OWN[theme];
  return (
    <figure style={{ margin: 0 }} data-preview={theme}>
      <Text component="figcaption" size="xs" c="dimmed" mb={4}>
        {text[theme]}
      </Text>
      <Paper p="lg" style={{ background: page, color: ink }}>
        <Stack gap="sm" align="center">
          <Group gap={8}>
            {PICTURE.test(logo) ? <img src={logo} alt="" height={22} /> : <Mark size={22} />}
            <Text size="sm" fw={600}>
              <bdi>{name || location.host}</bdi>
            </Text>
          </Group>
          <Paper
            p="md"
            w="100%"
            style={{ background: card, color: ink, border: `1px solid ${line}` }}
          >
            <Text fw={650} mb="sm">
              {text.signIn}
            </Text>
            <div
              data-preview-button
              style={{
                background: accent,
                color: onAccent,
                borderRadius: 10,
                fontWeight: 600,
                padding: "10px 18px",
                textAlign: "center",
              }}
            >
              {text.signIn}
            </div>
            {children}
          </Paper>
          {support && (
            <span style={{ color: accent, fontSize: 13, textDecoration: "underline" }}>
              {text.help}
            </span>
          )}
        </Stack>
      </Paper>
    </figure>
  );
}
