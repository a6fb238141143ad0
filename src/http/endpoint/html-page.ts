/** An answer that is a page, in the API description. */
import { z } from "zod";

export const htmlPage = (description: string) => ({
  description,
  schema: z.string(),
  contentType: "text/html; charset=utf-8",
  example: "<!doctype html>…",
});
