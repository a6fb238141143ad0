/** What every field of a form is given. */
import { type ComponentType, createContext } from "react";
import type { Components, Schema } from "./schema.ts";

export interface FieldProps {
  readonly name: string;
  /** References already followed. */
  readonly schema: Schema;
  readonly components: Components;
  /** Undefined where the member is not in the document: its default applies. */
  readonly value: unknown;
  /** `undefined` takes the member out of the document. */
  readonly onChange: (value: unknown) => void;
  /** Whether a secret is stored that is not shown. */
  readonly stored?: boolean;
  /** Without its explanation, which is about another case. */
  readonly plain?: boolean;
  /** Where the value is fixed outside of the document; the field cannot be edited. */
  readonly pinned?: string | undefined;
  /** Path of the member from the root of the document, for errors and pins: `smtp.host`. */
  readonly path: string;
}

/** What draws a member; lists and groups ask for it here, because it draws them, too. */
export const DrawField = createContext<ComponentType<FieldProps>>(() => null);
