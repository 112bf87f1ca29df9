import { record } from "./books.ts";
import { later, type PaypalContext } from "./context.ts";
import { lastDue } from "./process-batches.ts";

/** Puts money on the merchant's balance, in minor units. */
export function addFunds(ctx: PaypalContext, currency: string, minor: bigint): void {
  const at = ctx.now().toISOString();
  const ids = { batchId: null, itemId: null, senderItemId: null };
  ctx.mutate((state) =>
    record(state, { kind: "funded", from: "bank", to: "funding", at, currency, minor, ...ids }),
  );
}

/** Moves the stand-in's clock on, and lets happen what is due by then. */
export function advanceClock(ctx: PaypalContext, milliseconds: number): void {
  ctx.mutate((state) => {
    state.clockOffsetMs += milliseconds;
  });
  ctx.wake();
}

/**
 * Lets everything accepted so far be looked at, moving the clock as far as that needs, and waits until the
 * webhooks that are due are sent. Money that nobody claims keeps waiting, and so do later retries.
 */
export async function settle(ctx: PaypalContext): Promise<void> {
  const last = lastDue(ctx.state);
  const ahead = last === null ? 0 : Date.parse(later(last, 1)) - ctx.now().getTime();
  advanceClock(ctx, Math.max(ahead, 0));
  await ctx.sent();
}
