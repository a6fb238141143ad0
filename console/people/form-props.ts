/** What every part of a hand-made form is given. */
import type { Document } from "../form/schema.ts";

export interface FormProps {
  readonly value: Document;
  readonly onChange: (value: Document) => void;
}
