/** What a new password has to be: said before, ticked while it is typed, and told to screen readers after a pause. */
import { List, Text, VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";
import { type Standing, standingOf } from "../../../src/std/password-rules.ts";
import { fill } from "../../../src/std/texts/fill.ts";
import type { Schemas } from "../../api/client.ts";
import { useTexts } from "../../base/language.ts";
import { Icon } from "../../parts/icon.tsx";

const PAUSE_MS = 800;

export interface PasswordRulesProps {
  readonly rules: NonNullable<Schemas["Profile"]["password_rules"]>;
  readonly password: string;
  /** Of the account, as far as they are known here. */
  readonly words: readonly string[];
}

interface Line {
  readonly rule: string;
  readonly text: string;
  readonly kept: Standing;
}

function useLines({ rules, password, words }: PasswordRulesProps): readonly Line[] {
  const texts = useTexts("account");
  const least = rules.min_length;
  // The name of the service is not known here: the rule about words is broken or open, never kept.
  const standing = standingOf({ password, least, words, knowsAll: false });
  const refused = {
    words: texts.ruleWords,
    common: texts.ruleCommon,
    breached: texts.ruleBreached,
  };
  return [
    { rule: "length", text: fill(texts.ruleLength, { count: least }), kept: standing.length },
    ...(standing.most === false ? [{ rule: "most", text: texts.ruleMost, kept: false }] : []),
    ...rules.refuses.map((kind) => ({
      ...{ rule: kind, text: refused[kind], kept: kind === "words" ? standing.words : undefined },
    })),
  ];
}

function Rule({ text, kept }: Line) {
  const colour =
    kept === undefined ? "dimmed" : `var(--mantine-color-${kept ? "green" : "red"}-light-color)`;
  const mark = (
    <Text component="span" w={16} c={colour} display="inline-flex">
      {kept === undefined ? "•" : <Icon name={kept ? "done" : "close"} size={14} />}
    </Text>
  );
  return (
    <List.Item icon={mark} data-kept={kept}>
      <Text size="xs" c={colour}>
        {text}
      </Text>
    </List.Item>
  );
}

/** The list below the field. */
export function PasswordRules(props: PasswordRulesProps) {
  return (
    <List spacing={2} center mt={4} listStyleType="none">
      {useLines(props).map((line) => (
        // What is too short is still being typed: that is no fault.
        <Rule
          key={line.rule}
          {...line}
          kept={line.rule === "length" && !line.kept ? undefined : line.kept}
        />
      ))}
    </List>
  );
}

/** What is left, for a screen reader, when no key was hit for a while. */
export function ToldRules(props: PasswordRulesProps) {
  const texts = useTexts("account");
  const broken = useLines(props).flatMap(({ kept, text }) => (kept === false ? [text] : []));
  const told = broken.length > 0 ? `${texts.rulesMissing} ${broken.join(" ")}` : texts.rulesKept;
  const [said, setSaid] = useState("");
  const { password } = props;
  useEffect(() => {
    if (password === "") return;
    const pause = setTimeout(() => setSaid(told), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [password, told]);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
