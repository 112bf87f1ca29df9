import { nextChance } from "./context.ts";
import type { Batch, Item, ItemStatus, State } from "./state.ts";
import type { ReceiverRule } from "./switch-types.ts";

export interface Outcome {
  /** The statuses an item takes, one after the other. */
  road: ItemStatus[];
  error: string | null;
}

/** Outcome of a payment. A duplicate within its batch fails; then the switches decide, then the receiver. */
export function chooseOutcome(state: State, batch: Batch, item: Item): Outcome {
  if (batch.denial !== null) return { road: ["FAILED"], error: batch.denial };
  if (item.isRepeated) return { road: ["FAILED"], error: "DUPLICATE_ITEM" };
  const rule = state.switches.receivers.find((entry) => strikes(state, entry, item));
  if (rule !== undefined) return makeOutcome(rule.becomes, rule.error);
  // ann+unclaimed@example.com shows a person what becomes of unclaimed money, without any switch.
  const tag = /\+([a-z]+)@/i.exec(item.receiver)?.[1]?.toUpperCase();
  return makeOutcome(tag !== undefined && isFate(tag) ? tag : "SUCCESS", null);
}

type Fate = ReceiverRule["becomes"];

/** The road to each end, and the error that stands at it unless a rule names another. */
const fates: Record<Fate, { road: ItemStatus[]; error?: string }> = {
  SUCCESS: { road: ["SUCCESS"] },
  UNCLAIMED: { road: ["UNCLAIMED"], error: "RECEIVER_UNREGISTERED" },
  RETURNED: { road: ["UNCLAIMED", "RETURNED"], error: "RECEIVER_UNREGISTERED" },
  FAILED: { road: ["FAILED"], error: "RECEIVER_ACCOUNT_LOCKED" },
  BLOCKED: { road: ["BLOCKED"], error: "TRANSACTION_DECLINED_BY_REVIEW" },
  ONHOLD: { road: ["ONHOLD"] },
  REFUNDED: { road: ["SUCCESS", "REFUNDED"] },
  REVERSED: { road: ["SUCCESS", "REVERSED"] },
};

function isFate(text: string): text is Fate {
  return text in fates;
}

function makeOutcome(fate: Fate, error: string | null): Outcome {
  return { road: fates[fate].road, error: error ?? fates[fate].error ?? null };
}

/** True if the rule applies to this payment. A rule with a count is used up by it. */
function strikes(state: State, rule: ReceiverRule, item: Item): boolean {
  if (rule.times === 0 || !matches(rule.match, item.receiver)) return false;
  if (rule.probability < 1 && nextChance(state) >= rule.probability) return false;
  if (rule.times !== null) rule.times -= 1;
  return true;
}

function matches(pattern: string, receiver: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "i").test(receiver);
}
