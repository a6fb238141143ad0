/**
 * The management API over several instances: who wrote through one reads that through each. An instance may not have
 * heard of a change that another has answered for already, and a proxy takes them in turn.
 */
import { type Call, newest } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { catchUp } from "../../iam/heard-of.ts";
import { attempt, proceed, type Ready } from "../../std/ready.ts";
import { type Answered, withHeaders } from "../../web/reply.ts";

/** Number of the newest change: in answers of the management API, and in requests, which are then not answered from before it. */
const DATA_VERSION = "Postern-Data-Version";

const isMissing = (error: unknown) => error instanceof AuthError && error.code === "not_found";

/** The call with what its caller has seen already. While the database is away, with what is known here. */
export function sinceSeen(call: Call, headers: Headers): Ready<Call> {
  const seen = Number(headers.get(DATA_VERSION));
  if (!Number.isSafeInteger(seen) || seen <= call.snapshot.version) return call;
  const { service } = call;
  const heard =
    service.snapshots.current.version < seen ? catchUp(service, `version ${seen}`) : undefined;
  const known = () => newest(call);
  return attempt(() => proceed(heard, known), known);
}

/**
 * What an administrator asks for and is not known here is looked for once more, as clients that do not send the
 * header expect it too. A write that throws `not_found` has written nothing.
 */
export function findAgain(
  call: Call,
  about: string,
  handle: (call: Call) => Ready<Answered>,
): Ready<Answered> {
  return attempt(
    () => handle(call),
    (error) => {
      if (!isMissing(error)) throw error;
      return proceed(catchUp(call.service, about), () => {
        if (call.service.snapshots.current === call.snapshot) throw error;
        return handle(newest(call));
      });
    },
  );
}

/** The answer with the number of the newest change that this instance has heard of. */
export const withVersion = (call: Call, answer: Answered): Answered =>
  withHeaders(answer, { [DATA_VERSION]: String(call.service.snapshots.current.version) });
