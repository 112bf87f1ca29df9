import type { Actor } from "../actor.ts";
import { refuse, type Refusal } from "../refusal.ts";

/**
 * `planning`: items are being made. `planned`: all are there, and a person has to say yes. `cancelling`: items are being
 * posted back. `sending`: chunks are handed over and watched. `done`: no item is open. `cancelled`: nothing was sent, and
 * all was posted back.
 */
export const batchStatuses = ["planning", "planned", "cancelling", "sending", "done", "cancelled"] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** How many items, and what they come to. Minor units. */
export type Sum = { readonly count: number; readonly totalMinor: bigint };

/** A batch as far as what may be done with it asks. */
export type BatchStand = {
  readonly status: BatchStatus;
  readonly itemCount: number;
  readonly totalMinor: bigint;
  readonly expectedCount: number | null;
  readonly expectedMinor: bigint | null;
  readonly confirmedBy: Actor | null;
  readonly needsApproval: boolean;
  readonly approvedBy: Actor | null;
};

/** True where what came out is what whoever confirmed had seen; nobody had seen what a schedule plans. */
export function isAsExpected({ itemCount, totalMinor, expectedCount, expectedMinor }: BatchStand): boolean {
  if (expectedCount === null || expectedMinor === null) return true;
  return itemCount === expectedCount && totalMinor === expectedMinor;
}

/** What comes after planning, and after each yes of a person: sent only with every yes that it needs. */
export function afterYes(
  stand: Pick<BatchStand, "itemCount" | "confirmedBy" | "needsApproval" | "approvedBy">,
) {
  if (stand.itemCount === 0) return "done" as const;
  const isAgreed = stand.confirmedBy !== null && (!stand.needsApproval || stand.approvedBy !== null);
  return isAgreed ? ("sending" as const) : ("planned" as const);
}

/** Why a section cannot be confirmed; null where it can. */
export function refusalOfConfirm(stand: BatchStand): Refusal | null {
  if (stand.status === "planning") {
    return refuse("conflict", "It is still being planned. Please wait until it is done");
  }
  if (stand.status !== "planned") {
    return refuse("conflict", `It cannot be confirmed any more: ${wordOf(stand.status)}`);
  }
  if (stand.confirmedBy !== null) return refuse("conflict", "It is confirmed already");
  return null;
}

/** Who of a store decides: how many people it has, and who made the key by which a batch was confirmed, if one was. */
export type Deciders = { readonly staffCount: number; readonly keyMaker: string | null };

/**
 * Why this person cannot approve it; null where they can. Two people decide, and a program is none: what a key confirmed
 * was confirmed by whoever made the key.
 */
export function refusalOfApproval(stand: BatchStand, actor: Actor, of: Deciders): Refusal | null {
  if (actor.kind !== "staff") {
    return refuse("forbidden", "Only a member of staff can approve, not an API key");
  }
  if (stand.status !== "planned") {
    return refuse("conflict", `There is nothing to approve: ${wordOf(stand.status)}`);
  }
  if (!stand.needsApproval) return refuse("conflict", "It needs no approval");
  if (stand.confirmedBy === null) return refuse("conflict", "It has to be confirmed before it is approved");
  const isByKey = stand.confirmedBy.kind === "api-key";
  const first = isByKey ? of.keyMaker : stand.confirmedBy.id;
  if (first !== actor.id) return null;
  if (of.staffCount < 2) return refuse("not-possible", onePerson);
  const why = isByKey ? "an API key that you made confirmed it" : "you confirmed it";
  return refuse("not-possible", `Another member of staff has to approve it: ${why}`);
}

/** Why it cannot be cancelled; null where it can. */
export function refusalOfCancel({ status }: Pick<BatchStand, "status">): Refusal | null {
  if (status === "planning" || status === "planned") return null;
  return refuse("conflict", `It cannot be cancelled any more: ${wordOf(status)}`);
}

/**
 * Why nothing can be said of what became of its payments; null where it can. Before every yes that it needs nobody may
 * have paid them, and of what was cancelled nobody has.
 */
export function refusalOfWord({ status }: Pick<BatchStand, "status">): Refusal | null {
  if (status === "sending" || status === "done") return null;
  return refuse("conflict", `Its payout is not being sent: ${wordOf(status)}`);
}

/** Why no worker can go on with it; null where one can. */
export function refusalOfRetry({ status }: Pick<BatchStand, "status">): Refusal | null {
  if (status === "planning" || status === "cancelling" || status === "sending") return null;
  return refuse("conflict", `There is nothing to try again: ${wordOf(status)}`);
}

export const onePerson =
  "Nobody else of this store has opened the app, and whoever confirms may not approve. " +
  "Have a colleague open it and approve, or raise the amount under Settings ▸ Payouts";

function wordOf(status: BatchStatus): string {
  const words: Record<BatchStatus, string> = {
    planning: "it is being planned",
    planned: "it waits for a yes",
    cancelling: "it is being cancelled",
    sending: "it is being sent",
    done: "it is done",
    cancelled: "it was cancelled",
  };
  return words[status];
}
