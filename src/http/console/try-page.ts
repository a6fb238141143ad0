/** {prefix}/ui/try: where the console receives the answer of a trial it started for a client. */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { htmlPage } from "../endpoint/html-page.ts";
import { consoleAlone, consoleProgram } from "./document.ts";

const field = z.string().optional();

/**
 * Public, because a sign-in on the way would carry the code in an address. The page holds nothing: its script hands the
 * parameters to a console page of this origin that knows their `state`, and without its PKCE verifier a code is of no use.
 */
export const tryPage = endpoint(
  {
    plane: "public",
    family: "page",
    tag: "Pages",
    method: "get",
    path: "/ui/try",
    summary: "Where a client's trial in the console ends",
    description:
      "An administrator adds this address to the redirect list of a client to try it. The answer is read by the script of the console alone.",
    query: z.object({ code: field, state: field, iss: field, error: field }),
    answers: { 200: htmlPage("The page"), 404: htmlPage("This build has no console") },
  },
  async ({ call, caller }) => {
    const program = await consoleProgram(call, caller);
    if (!program) throw new AuthError("not_found", "file not found");
    return consoleAlone(call, program);
  },
);
