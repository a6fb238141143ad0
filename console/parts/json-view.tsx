/** A document as JSON, to be read or edited, with its validity. */
import { Button, Group, Textarea } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTexts } from "../base/language.ts";
import { Copy } from "./copy.tsx";

const written = (value: unknown) => JSON.stringify(value, undefined, 2) ?? "";

export interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
  /** Without it the document is only shown. */
  readonly onChange?: (value: unknown) => void;
  /** Told while the text is no JSON. */
  readonly onValidity?: (valid: boolean) => void;
}

export function JsonView({ value, label, onChange, onValidity }: JsonViewProps) {
  const text = useTexts("records");
  const { colon } = useTexts("frame");
  const [typed, setTyped] = useState(() => written(value));
  const [error, setError] = useState<string>();
  const outside = written(value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is being typed stands until the document changes elsewhere
  useEffect(() => {
    try {
      if (written(JSON.parse(typed)) === outside) return;
    } catch {
      // Half a document is replaced, too: the other view has changed it.
    }
    setTyped(outside);
    setError(undefined);
  }, [outside]);

  const change = (next: string) => {
    setTyped(next);
    try {
      const parsed: unknown = JSON.parse(next);
      setError(undefined);
      onValidity?.(true);
      onChange?.(parsed);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
      onValidity?.(false);
    }
  };
  return (
    <div>
      <Group justify="flex-end" gap={4}>
        {onChange && (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={error !== undefined}
            onClick={() => setTyped(written(JSON.parse(typed)))}
          >
            {text.format}
          </Button>
        )}
        <Copy value={typed} />
      </Group>
      <Textarea
        aria-label={label}
        classNames={{ input: "console-code" }}
        value={typed}
        readOnly={!onChange}
        autosize
        minRows={6}
        maxRows={40}
        spellCheck={false}
        error={error && `${text.notJson}${colon}${error}`}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}
