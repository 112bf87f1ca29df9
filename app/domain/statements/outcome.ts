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

/** What a provider's word for a payment means; null for a word that nobody knows. */
export function outcomeOfStatus(status: string): Outcome | null {
  const plain = status.trim().toLowerCase().replaceAll("_", " ");
  return words.find(([word]) => word.test(plain))?.[1] ?? null;
}

/** True where PayPal's name of a kind of transaction is a payout, or money of one that comes back. */
export function isPayoutType(type: string): boolean {
  return /mass pay|payout/i.test(type);
}

/** True where it is one that comes back. */
export function isReturnType(type: string): boolean {
  return /revers|refund|return|cancel/i.test(type);
}
