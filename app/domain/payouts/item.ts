/** Where a payout item stands. From `sending` until its end the money may be on its way. */
export const itemStates = [
  /** Posted as started, and handed to nobody. */
  "planned",
  /** In a chunk that may have reached the provider. */
  "sending",
  /** A try ended without an answer: nobody knows whether the provider has it (M17). */
  "unknown",
  /** The provider has it and works on it. */
  "sent",
  /** The provider holds it for a review. */
  "held",
  /** Offered to an address that has no account there; it comes back by itself after some weeks. */
  "unclaimed",
  /** Somebody has to look: several answers fit, or none that the provider gives. */
  "person",
  /** The affiliate has it. */
  "settled",
  /** It came back, before the affiliate had it or after. */
  "returned",
  /** The provider did not pay it. */
  "failed",
  /** Taken back before it was handed to anybody. */
  "cancelled",
] as const;
export type ItemState = (typeof itemStates)[number];

/** An item in one of these is at its end; all others count as open (M16). */
export const endStates = [
  "settled",
  "returned",
  "failed",
  "cancelled",
] as const satisfies readonly ItemState[];

export function isOpen(state: ItemState): boolean {
  return !(endStates as readonly ItemState[]).includes(state);
}

/** What a provider says of an item, in its own order of events. */
export const outcomes = ["sent", "held", "unclaimed", "settled", "returned", "failed"] as const;
export type Outcome = (typeof outcomes)[number];

/** Where an item stands, and whether the affiliate ever had it. */
export type ItemStand = { readonly status: ItemState; readonly wasSettled: boolean };

/**
 * What an item becomes when the provider says this of it. Answers come late, twice and out of order, so an older one
 * changes nothing: `same`. What cannot be after what is known already is for a person: `contradiction`.
 */
export function nextState({ status, wasSettled }: ItemStand, outcome: Outcome): NextState {
  return status === outcome ? "same" : hears[status](outcome, wasSettled);
}

type NextState = ItemState | "same" | "contradiction";
type Hears = (outcome: Outcome, wasSettled: boolean) => NextState;

const contradicts: Hears = () => "contradiction";
const takesOver: Hears = (outcome) => outcome;
/** `sent` is what it was before. */
const isFurther: Hears = (outcome) => (outcome === "sent" ? "same" : outcome);

/** What each state makes of what is said. */
const hears: Readonly<Record<ItemState, Hears>> = {
  planned: contradicts,
  sending: takesOver,
  unknown: takesOver,
  sent: takesOver,
  held: isFurther,
  unclaimed: isFurther,
  person: takesOver,
  // Only a return follows; what else is told of a settled item is older than it.
  settled: (outcome) => {
    if (outcome === "returned") return "returned";
    return outcome === "failed" ? "contradiction" : "same";
  },
  // What was settled before it came back may be told late. What never was has been paid after it was posted back.
  returned: (outcome, wasSettled) => (outcome === "settled" && !wasSettled ? "contradiction" : "same"),
  // What came back left nothing with the affiliate either, whatever it was in between.
  failed: (outcome) => (outcome === "settled" ? "contradiction" : "same"),
  cancelled: contradicts,
};
