/** Plans and applies a document: the plan is the same write, undone before its commit (ADR 0100). */
import type { Service, Writer } from "../call.ts";
import { sha256Base64Url } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { Fault } from "../settings/document/faults.ts";
import { isJsonObject } from "../settings/document/schema-walk.ts";
import { mutate } from "../store/mutate.ts";
import { carryOut, type Order, referenceFaults } from "./carry-out.ts";
import { checkDocument, objectAt } from "./check.ts";
import { documentFaults } from "./document-checks.ts";
import { DocumentError } from "./faults.ts";
import { CONFIG_KINDS, type Document, KINDS, type Kind } from "./schema.ts";
import type { PlannedChange, Work } from "./work.ts";
import { hashAccounts } from "./write-accounts.ts";

export type { PlannedChange } from "./work.ts";

export interface Plan {
  /** Of exactly these changes of exactly these records. */
  readonly id: string;
  readonly changes: readonly PlannedChange[];
}

export interface Wish {
  /** With the texts of its secrets. */
  readonly document: unknown;
  /** Takes away what the document does not name. */
  readonly prune: boolean;
  readonly actor: string;
  /** Id of the account that asks, which is never pruned; absent for a program on the host. */
  readonly account?: string | undefined;
}

/** More records than this in one document would keep other writers waiting. */
const MAX_RECORDS = 5_000;

function boundFaults(document: Document): Fault[] {
  const count = Object.keys(document).reduce(
    (sum, kind) => sum + Object.keys(objectAt(document, kind)).length,
    0,
  );
  const reason = message("fault.document.records", { most: MAX_RECORDS });
  const people: Fault = { path: ["users"], reason: message("fault.document.people") };
  return [
    ...(count > MAX_RECORDS ? [{ path: [], reason }] : []),
    ...(Object.hasOwn(document, "users") ? [people] : []),
  ];
}

/** Everything that can be looked at before the write; throws `DocumentError`. */
async function prepared(service: Service, wish: Wish): Promise<Order> {
  const { document, ...rest } = wish;
  if (!isJsonObject(document)) {
    throw new DocumentError([{ path: [], reason: message("fault.document.mapping") }]);
  }
  const early = boundFaults(document);
  if (early.length > 0) throw new DocumentError(early);
  const { current } = service.snapshots;
  const checked = checkDocument(current, document);
  if (!checked.value) throw new DocumentError(checked.faults);
  const named = referenceFaults(current, { ...rest, document, value: checked.value });
  const faults = [...named, ...(await documentFaults(service, document, CONFIG_KINDS))];
  const value = await hashAccounts(service, checked.value, faults);
  if (faults.length > 0) throw new DocumentError(faults);
  return { ...rest, document, value };
}

const order = (kind: Kind) => KINDS.indexOf(kind);

function planOf({ changes, seen }: Work): Plan {
  const id = sha256Base64Url(JSON.stringify([changes, seen]));
  return { id, changes: changes.toSorted((a, b) => order(a.kind) - order(b.kind)) };
}

/** Undoes a write that was only to be looked at. */
class Looked extends Error {}

/**
 * What applying the document would do, refusals included: the write itself, with every rule that is asked before a commit,
 * and no commit.
 */
export async function planConfiguration({ service, store }: Writer, wish: Wish): Promise<Plan> {
  const ready = await prepared(service, wish);
  const looking = {
    ...store,
    async beforeCommit(...write: Parameters<typeof store.beforeCommit>) {
      await store.beforeCommit(...write);
      throw new Looked();
    },
  };
  let work: Work | undefined;
  try {
    await mutate(
      looking,
      ({ events }: Work) => events,
      async (open) => {
        work = await carryOut(service, open, ready);
        return work;
      },
    );
  } catch (error) {
    if (!(error instanceof Looked)) throw error;
  }
  if (!work) throw new Error("a plan was made without its write");
  return planOf(work);
}

export interface Applied extends Plan {
  readonly version: number;
}

/**
 * All of it or nothing, through the checks of the routes.
 * @param planned id of the plan that was read; another one refuses the write
 */
export async function applyConfiguration(
  { service, store }: Writer,
  wish: Wish,
  planned?: string,
): Promise<Applied> {
  const ready = await prepared(service, wish);
  const { result, version } = await mutate(
    store,
    ({ work }: { readonly work: Work }) => work.events,
    async (open) => {
      const work = await carryOut(service, open, ready);
      const plan = planOf(work);
      if (planned !== undefined && planned !== plan.id) {
        throw new AuthError("precondition_failed", "the configuration is not as it was planned", {
          detail: "it was changed in the meantime; read the new plan",
        });
      }
      return { work, plan };
    },
  );
  return { ...result.plan, version };
}
