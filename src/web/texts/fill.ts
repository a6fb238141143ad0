/** Texts of the catalogues with their `{name}` filled in. */
import { html } from "hono/html";
import type { Markup } from "../pages/layout.ts";

const PLACE = /\{([a-z_]+)\}/;

type Values<V> = Readonly<Record<string, V>>;

/** As a text. */
export const fill = (text: string, values: Values<string | number>): string =>
  text
    .split(PLACE)
    .map((part, index) => (index % 2 === 0 ? part : String(values[part] ?? "")))
    .join("");

/** As markup: the text is escaped, values that are markup are not escaped again. */
export const fillMarkup = (text: string, values: Values<string | Markup>): Markup =>
  html`${text.split(PLACE).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? "")))}`;
