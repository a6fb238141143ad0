/** How long a secret counts on beside the one that takes its place. */
import { Select } from "@mantine/core";
import { useTexts } from "../base/language.ts";

export const DEFAULT_OVERLAP = "24h";

export interface OverlapFieldProps {
  readonly label: string;
  /** A duration of the list. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function OverlapField({ label, value, onChange }: OverlapFieldProps) {
  const { overlaps } = useTexts("records");
  return (
    <Select
      label={label}
      data={Object.entries(overlaps).map(([one, text]) => ({ value: one, label: text }))}
      value={value}
      allowDeselect={false}
      onChange={(next) => onChange(next ?? DEFAULT_OVERLAP)}
    />
  );
}
