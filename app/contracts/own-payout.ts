import { z } from "zod";
import { paymentStates } from "#app/domain/payouts/payment.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import { coveredLineWire } from "./payout.ts";
import { instant, money } from "./wire.ts";

/** A payment as its affiliate sees it, without provider ids and information for the store's staff. */
export const ownPayoutWire = z.object({
  id: z.string(),
  amount: money,
  fee: money.nullable().meta({ description: "Part of the fee that the affiliate bears. Null for none" }),
  method: z.enum(payoutMethods),
  receiver: z.string(),
  status: z.enum(paymentStates),
  plannedAt: instant,
  sentAt: instant.nullable(),
  settledAt: instant.nullable(),
});

export type OwnPayoutWire = z.input<typeof ownPayoutWire>;

/** A ledger entry of a payment on the affiliate's accounts. */
const ownTransferWire = z.object({
  id: z.string(),
  code: z.string(),
  amount: money,
  at: instant,
  wasPaid: z.boolean().meta({ description: "True when a payment came back after it had arrived" }),
});

export type OwnLedgerEntryWire = z.input<typeof ownTransferWire>;
export type OwnPayoutLineWire = z.input<typeof coveredLineWire>;

/** A payment with its ledger entries, and the commissions and deductions that it covers. */
export const ownPayoutDetailWire = z.object({
  payout: ownPayoutWire,
  transfers: z.array(ownTransferWire),
  lines: z.array(coveredLineWire),
  lineCount: z.int(),
});

/** The next payout as an affiliate can expect it. */
export const payoutOutlookWire = z.object({
  nextDay: z
    .string()
    .nullable()
    .meta({ description: "Day in the shop's time zone. Null when the store pays without a schedule" }),
  minimums: z.array(money),
  account: z
    .object({ method: z.enum(payoutMethods), account: z.string() })
    .nullable()
    .meta({ description: "Receiving account, masked. Null while no details are in effect" }),
  isWaiting: z.boolean().meta({ description: "Details exist that are not in effect yet" }),
});

export type PayoutOutlookWire = z.input<typeof payoutOutlookWire>;

/** An account as its owner may see it. */
export type MaskedAccountWire = NonNullable<PayoutOutlookWire["account"]>;
