import { z } from "zod";
import { type BalanceEntryKind, balanceEntryKinds } from "#app/domain/ledger/entries.ts";
import { isIdOf } from "#app/domain/ids.ts";
import { plainText } from "./plain-text.ts";
import { moneyToWire, moneyWire } from "./wire.ts";

const reason = plainText(500).pipe(z.string().min(1, "Enter a reason"));
const currency = moneyWire.shape.currencyCode
  .optional()
  .meta({ description: "The store's currency where none is named" });

/** Body of POST /api/v1/affiliates/{id}/write-off. */
export const writeOffBody = z.strictObject({ reason, currency }).meta({ id: "WriteOffBalance" });

const opening = {
  amount: z.string("Must be a text, such as 12.34").max(30, "Is too long"),
  reason,
  document: plainText(200).default("").meta({ description: "The document that the balance comes from" }),
};

/** Body of POST /api/v1/affiliates/{id}/opening-balances. */
export const openingBalanceBody = z.strictObject({ ...opening, currency }).meta({ id: "AddOpeningBalance" });

const entryId = (kind: "writeOff" | "openingBalance") =>
  z.string("Is missing").refine((text) => isIdOf(kind, text), "Load the page again");

/** The form that writes off a negative balance. */
export const writeOffForm = z.object({
  intent: z.literal("write-off"),
  reason,
  currency,
  entryId: entryId("writeOff"),
});

/** The form that adds an opening balance. */
export const openingBalanceForm = z.object({
  intent: z.literal("opening-balance"),
  ...opening,
  entryId: entryId("openingBalance"),
});

export const balanceEntryWire = z
  .object({
    id: z.string(),
    kind: z.enum(balanceEntryKinds),
    affiliateId: z.string(),
    amount: moneyWire.meta({ description: "What the balance grew by, below zero what it fell by" }),
    reason: z.string(),
    document: z.string(),
    by: z.string(),
    at: z.iso.datetime(),
  })
  .meta({ id: "BalanceEntry" });

type BalanceEntryToWrite = {
  readonly entryId: string;
  readonly kind: BalanceEntryKind;
  readonly affiliateId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly reason: string;
  readonly document: string;
  readonly actorName: string;
  readonly at: Date;
};

export function balanceEntryToWire(row: BalanceEntryToWrite): z.output<typeof balanceEntryWire> {
  const { entryId: id, kind, affiliateId, amountMinor, currency: of, reason: why, document } = row;
  return {
    id,
    kind,
    affiliateId,
    amount: moneyToWire(amountMinor, of),
    reason: why,
    document,
    by: row.actorName,
    at: row.at.toISOString(),
  };
}
