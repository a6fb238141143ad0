/** Whether a record takes part, in a word and a colour. */
import { Badge } from "@mantine/core";
import { useTexts } from "../app/language.ts";
import { RECORDS } from "../texts/records.ts";

export function State({ active }: { active: boolean }) {
  const text = useTexts(RECORDS);
  return (
    <Badge variant="light" color={active ? "teal" : "gray"} tt="none">
      {active ? text.active : text.disabled}
    </Badge>
  );
}
