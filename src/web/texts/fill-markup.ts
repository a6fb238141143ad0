/** Texts of the catalogues as markup, with their `{name}` filled in. */
import { html } from "hono/html";
import type { Markup } from "../pages/layout.ts";

const PLACE = /\{([a-z_]+)\}/;

type Values = Readonly<Record<string, string | Markup>>;

/** The text is escaped, values that are markup are not escaped again. */
export const fillMarkup = (text: string, values: Values): Markup =>
  html`${text.split(PLACE).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? "")))}`;
