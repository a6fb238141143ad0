/** When a record was last changed, and by whom, in a list. */
import { Text } from "@mantine/core";
import { useTexts } from "../base/language.ts";
import { Time } from "../parts/time.tsx";

export function ChangedBy({ at, by }: { at: string; by: string }) {
  const [before, after] = useTexts("records").by.split("{name}");
  return (
    <>
      <Time value={at} />{" "}
      {by !== "" && (
        <Text span size="sm" c="dimmed">
          {before}
          <bdi>{by}</bdi>
          {after}
        </Text>
      )}
    </>
  );
}
