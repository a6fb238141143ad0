/** The free map of a principal, in which the well-known members have fields of their own (auth-wire 2.2). */
import { type Document, isDocument } from "../form/schema.ts";

export const detailsOf = (value: Document): Document =>
  isDocument(value.details) ? value.details : {};

export function textOf(value: Document, member: string): string {
  const detail = detailsOf(value)[member];
  return typeof detail === "string" ? detail : "";
}

/** The document with a member of its details set; undefined and an empty text take it out. */
export function withDetail(value: Document, member: string, next: unknown): Document {
  const { [member]: _, ...others } = detailsOf(value);
  const gone = next === undefined || next === "";
  return { ...value, details: gone ? others : { ...others, [member]: next } };
}

export const idsOf = (value: Document, member: string): string[] => {
  const ids = value[member];
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
};
