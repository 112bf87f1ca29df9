/** Faults and delays that a person or a test turns on. README.md says what each is for. */

export const callKinds = ["token", "create", "read", "cancel", "report", "verify"] as const;

export type CallKind = (typeof callKinds)[number];

/** Each takes a count or a chance; the first six strike before anything is booked, the next four after. */
export const faultNames = [
  "reset",
  "error",
  "unavailable",
  "rateLimit",
  "tokenGone",
  "insufficientFunds",
  "errorAfter",
  "silence",
  "cut",
  "truncate",
  "webhookFirst",
  "denied",
  "badSignature",
] as const;

export type FaultName = (typeof faultNames)[number];

export interface Fault {
  /** How many calls it still strikes. */
  times: number;
  /** Chance from 0 to 1 of striking a call once `times` is used up. */
  probability: number;
  /** Which calls it strikes. */
  on: CallKind[];
}

/** Outcome of payments to some receivers. */
export interface ReceiverRule {
  /** The receiver, with * for any letters. */
  match: string;
  becomes: "SUCCESS" | "UNCLAIMED" | "FAILED" | "ONHOLD" | "BLOCKED" | "RETURNED" | "REFUNDED" | "REVERSED";
  /** Error of an item that fails or is blocked. */
  error: string | null;
  /** How many payments it still strikes; null is all of them. */
  times: number | null;
  probability: number;
}

export interface Switches {
  /** Where the row of chances starts again when this is set: the same seed meets the same calls alike. */
  seed: number;
  faults: Partial<Record<FaultName, Fault>>;
  receivers: ReceiverRule[];
  /** How long a batch waits before it is looked at. */
  processMs: number;
  /** The part of each batch's items, from 0 to 1, that stays PENDING this much longer. */
  stragglers: { share: number; delayMs: number };
  /** Which rights the app's account has: without one, its calls answer 403. */
  rights: { payouts: boolean; reporting: boolean };
  /** True: refusing a used sender_batch_id links to the batch, as PayPal does today. It did not always. */
  duplicateLink: boolean;
  /** How late transactions appear in reports; up to three hours, says the documentation. */
  reportLagMs: number;
  /** How many more times each webhook is sent. */
  duplicate: number;
  delayMs: number;
  /** Webhooks wait up to two seconds of chance, so that they overtake each other. */
  shuffle: boolean;
  drop: boolean;
  /** The retries that take three days take three days divided by this. */
  retrySpeedUp: number;
}

export const calmSwitches: Switches = {
  seed: 1,
  faults: {},
  receivers: [],
  processMs: 100,
  stragglers: { share: 0, delayMs: 0 },
  rights: { payouts: true, reporting: true },
  duplicateLink: true,
  reportLagMs: 0,
  duplicate: 0,
  delayMs: 0,
  shuffle: false,
  drop: false,
  retrySpeedUp: 60,
};
