import { balanceEntryWire, openingBalanceBody, writeOffBody } from "#app/contracts/balances.ts";
import { adjustmentBody } from "#app/contracts/commission-handling.ts";
import { adjustmentWire } from "#app/contracts/commission.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import { addOpeningBalance, writeOffBalance } from "#app/flows/commissions/balance-entries.ts";
import { defineCall } from "./define-call.ts";

export const balanceCalls = [
  defineCall({
    id: "adjustAffiliate",
    method: "POST",
    path: "/affiliates/{id}/adjustments",
    tag: "Commissions",
    summary: "Give an affiliate an amount, or take one, in the store's currency, about no commission.",
    permission: "write",
    body: adjustmentBody,
    status: 201,
    answer: adjustmentWire,
    handle: ({ ctx, id, body }) => adjustAffiliate(ctx, id, body),
  }),
  defineCall({
    id: "writeOffBalance",
    method: "POST",
    path: "/affiliates/{id}/write-off",
    tag: "Commissions",
    summary: "Write off what an affiliate owes the store. A balance that is not negative is a 409.",
    permission: "write",
    body: writeOffBody,
    status: 201,
    answer: balanceEntryWire,
    handle: async ({ ctx, id, body }) => {
      const entry = await writeOffBalance(ctx, id, body);
      return isRefusal(entry) ? entry : entryViewOf(entry);
    },
  }),
  defineCall({
    id: "addOpeningBalance",
    method: "POST",
    path: "/affiliates/{id}/opening-balances",
    tag: "Commissions",
    summary:
      "Add a balance from another system. An amount below zero is what the affiliate owes, or corrects another.",
    permission: "write",
    body: openingBalanceBody,
    status: 201,
    answer: balanceEntryWire,
    handle: async ({ ctx, id, body }) => {
      const entry = await addOpeningBalance(ctx, id, body);
      return isRefusal(entry) ? entry : entryViewOf(entry);
    },
  }),
];

type BalanceEntry = Exclude<Awaited<ReturnType<typeof addOpeningBalance>>, Refusal>;

function entryViewOf({ entryId: id, amountMinor: minor, currency, actorName: by, ...entry }: BalanceEntry) {
  const { kind, affiliateId, reason, document, at } = entry;
  return { id, kind, affiliateId, amount: { minor, currency }, reason, document, by, at };
}
