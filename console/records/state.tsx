/** Whether a record takes part, in a word and a colour. */
import { Badge } from "@mantine/core";
import { useTexts } from "../base/language.ts";

interface Props {
  active: boolean;
  /** Why a directory refuses a user, and not an administrator. */
  left?: "gone" | "disabled" | "expired" | undefined;
  /** By an administrator, for a reason. */
  suspended?: boolean;
}

export function State({ active, left, suspended = false }: Props) {
  const text = useTexts("records");
  const accounts = useTexts("accounts");
  const out = suspended ? accounts.suspended : text.disabled;
  return (
    <Badge
      variant="light"
      color={active ? "teal" : "gray"}
      tt="none"
      px={7}
      title={left && text.left[left]}
    >
      {active ? text.active : left ? text.leftShort[left] : out}
    </Badge>
  );
}
