/** Scripts of pages that work without them. */
import { z } from "zod";
import type { Answer } from "./endpoint.ts";

export const JAVASCRIPT = "text/javascript; charset=utf-8";

export const scriptAnswer: Answer = {
  description: "The script; the page works without it",
  schema: z.string(),
  contentType: JAVASCRIPT,
  example: "export {};",
};
