import { z } from "zod";
import type { BatchIdentity } from "#app/domain/payouts/batch-identity.ts";
import { moneyToWire, moneyWire } from "./wire.ts";

export const batchBooksWire = z
  .object({
    started: moneyWire,
    settled: moneyWire.meta({ description: "Less what came back afterwards" }),
    returned: moneyWire.meta({ description: "Before it was settled and after" }),
    cancelled: moneyWire,
    inTransit: moneyWire.meta({ description: "Of the items that are open" }),
    difference: moneyWire.meta({ description: "Zero when started is the sum of the others (M15)" }),
    holds: z.boolean(),
    fee: moneyWire.meta({ description: "Kept by the provider at the shop's cost" }),
    withheld: moneyWire.meta({ description: "What affiliates bore of it" }),
    reconciled: z.object({
      items: z.int().meta({ description: "Payouts that were not cancelled" }),
      agreed: z
        .int()
        .meta({ description: "Of which a provider's statement says the same, or somebody resolved it" }),
      here: moneyWire.meta({ description: "Settled here" }),
      there: moneyWire.meta({ description: "Paid as providers' statements tell it" }),
      feesHere: moneyWire,
      feesThere: moneyWire,
      toTheCent: z.boolean(),
    }),
  })
  .meta({ id: "PayoutBooks" });

export type BatchBooksWire = z.output<typeof batchBooksWire>;

type BooksToWrite = {
  readonly currency: string;
  readonly identity: BatchIdentity;
  readonly reconciled: {
    readonly items: number;
    readonly reconciled: number;
    readonly paidMinor: bigint;
    readonly toldMinor: bigint;
    readonly feesMinor: bigint;
    readonly toldFeesMinor: bigint;
  };
};

export function batchBooksToWire({ currency, identity, reconciled }: BooksToWrite): BatchBooksWire {
  const money = (minor: bigint) => moneyToWire(minor, currency);
  const { items, reconciled: agreed, paidMinor, toldMinor } = reconciled;
  return {
    started: money(identity.startedMinor),
    settled: money(identity.settledMinor),
    returned: money(identity.returnedMinor),
    cancelled: money(identity.cancelledMinor),
    inTransit: money(identity.inTransitMinor),
    difference: money(identity.differenceMinor),
    holds: identity.differenceMinor === 0n,
    fee: money(identity.feeMinor),
    withheld: money(identity.withheldMinor),
    reconciled: {
      items,
      agreed,
      here: money(paidMinor),
      there: money(toldMinor),
      feesHere: money(reconciled.feesMinor),
      feesThere: money(reconciled.toldFeesMinor),
      toTheCent: items > 0 && agreed === items && paidMinor === toldMinor,
    },
  };
}
