/** Members of a client that list words of the API, with the names of this page. */
import { useTexts } from "../../base/language.ts";
import { ChoicesField, wordsOf } from "../../form/choices-field.tsx";
import type { FieldProps } from "../../form/field-props.ts";

/** Grants by their names for people. */
export function GrantField(props: FieldProps) {
  const { grants, everyGrant } = useTexts("clients");
  const data = Object.entries(grants).map(([value, label]) => ({ value, label }));
  return <ChoicesField {...props} data={data} none={everyGrant} />;
}

/** Levels of a sign-in by their names for people; the words of the wire stand beside them. */
export function LevelsField(props: FieldProps) {
  const { levels, anySignIn } = useTexts("clients");
  // A front of one's own may have levels of its own.
  const others = wordsOf(props.value).filter((level) => !Object.hasOwn(levels, level));
  const named = Object.entries(levels).map(([value, name]) => ({
    ...{ value, label: `${name} (${value})` },
  }));
  return <ChoicesField {...props} data={[...named, ...others]} none={anySignIn} />;
}
