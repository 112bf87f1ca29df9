/**
 * `ready`: never tried. `sending`: a try has begun, and nobody knows how it ended. `unknown`: a try ended without an
 * answer. `refused`: the provider said no, and nothing moved. `accepted`: the provider has it. `settled`: every item has
 * its end. `person`: the provider forgot it before it was resolved.
 */
export const chunkStatuses = [
  "ready",
  "sending",
  "unknown",
  "refused",
  "accepted",
  "settled",
  "person",
] as const;
export type ChunkStatus = (typeof chunkStatuses)[number];

/** True for a chunk of which it is certain that no provider has it: never tried, or refused with no doubt before. */
export function isCertainlyNotSent(chunk: {
  readonly status: ChunkStatus;
  readonly attempts: number;
  readonly wasInDoubt: boolean;
}): boolean {
  const { status, attempts, wasInDoubt } = chunk;
  return (status === "ready" && attempts === 0) || (status === "refused" && !wasInDoubt);
}

/** Needs of a refused chunk that only the merchant can meet. */
export const chunkNeeds = ["credit_permission", "paypal_account", "funds", "merchant"] as const;
export type ChunkNeed = (typeof chunkNeeds)[number];
