/** One part of a page whose pieces stand one below the other. */
import { Stack } from "@mantine/core";
import { Section, type SectionProps } from "./section.tsx";

export function Panel({
  title,
  about,
  children,
}: Pick<SectionProps, "title" | "about" | "children">) {
  return (
    <Section title={title} about={about}>
      <Stack gap="sm">{children}</Stack>
    </Section>
  );
}
