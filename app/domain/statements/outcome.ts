import type { Outcome } from "../payouts/item.ts";

const words: readonly (readonly [RegExp, Outcome])[] = [
  [/^(unclaimed)$/, "unclaimed"],
  [
    /^(returned|refunded|reversed|cancel+ed|refund|reversal|bounced|bounced back|funds refunded|charged back)$/,
    "returned",
  ],
  [/^(failed|denied|declined|rejected)$/, "failed"],
  [/^(on ?hold|onhold|held|blocked)$/, "held"],
  [
    /^(pending|processing|sent|in progress|funds converted|(incoming|outgoing) payment (waiting|initiated).*)$/,
    "sent",
  ],
  [/^(success|completed|complete|paid|settled|done|executed|booked|outgoing payment sent)$/, "settled"],
];

/** Outcome for a provider's status word. Null when it is unknown. */
export function outcomeOfStatus(status: string): Outcome | null {
  const plain = status.trim().toLowerCase().replaceAll("_", " ");
  return words.find(([word]) => word.test(plain))?.[1] ?? null;
}

/** True when PayPal's transaction type is a payout, or a returned payout. */
export function isPayoutType(type: string): boolean {
  return /mass pay|payout/i.test(type);
}

/** True when the transaction type is a return. */
export function isReturnType(type: string): boolean {
  return /revers|refund|return|cancel/i.test(type);
}
