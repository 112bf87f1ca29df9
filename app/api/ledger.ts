import {
  closedPeriodsQuery,
  closedPeriodsWire,
  closedPeriodWire,
  closeMonthBody,
} from "#app/contracts/closed-period.ts";
import { proofQuery, proofWire, ledgerEntryListQuery, ledgerEntryListWire } from "#app/contracts/ledger.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { closeMonth, readClosedPeriods } from "#app/flows/ledger/close-period.ts";
import { readLedgerEntries } from "#app/flows/ledger/read-ledger.ts";
import { ledgerEntryFilterOf } from "#app/http/list-filters.ts";
import { nextSequenceCursor, offsetRefusal, sequenceOf } from "#app/http/list-position.ts";
import { proofOf } from "#app/http/proof-of-books.ts";
import { defineCall } from "./define-call.ts";

export const ledgerCalls = [
  defineCall({
    id: "getProof",
    method: "GET",
    path: "/proof",
    tag: "Ledger",
    summary:
      "When the books were last summed again and what did not agree; with `affiliate`, M15 of a month. Small books are summed again by asking, others daily.",
    permission: "read",
    query: proofQuery,
    answer: proofWire,
    handle: ({ ctx, query, now }) => proofOf(ctx, query, now),
  }),
  defineCall({
    id: "listLedgerEntries",
    method: "GET",
    path: "/ledger/entries",
    tag: "Ledger",
    summary: "List ledger entries, newest first.",
    permission: "read",
    query: ledgerEntryListQuery,
    answer: ledgerEntryListWire,
    errors: [503],
    handle: async ({ shop, query }) => {
      const after = sequenceOf(query);
      if (isRefusal(after)) return after;
      const { page, limit } = query;
      const found = await readLedgerEntries(shop, ledgerEntryFilterOf(query), { page, limit, after });
      if (isRefusal(found)) return found;
      const { entries, total, next } = found;
      return { entries, pagination: { page, limit, total }, nextCursor: nextSequenceCursor(next) };
    },
  }),
  defineCall({
    id: "listClosedPeriods",
    method: "GET",
    path: "/ledger/periods",
    tag: "Ledger",
    summary: "List the closed periods, newest first, and the month that can be closed next.",
    permission: "read",
    query: closedPeriodsQuery,
    answer: closedPeriodsWire,
    handle: async ({ shop, query, now }) => {
      const refusal = offsetRefusal(query);
      if (refusal) return refusal;
      const found = await readClosedPeriods(shop, { ...query, now });
      if (isRefusal(found)) return found;
      const { periods, total, next } = found;
      return { periods, next, pagination: { ...query, total } };
    },
  }),
  defineCall({
    id: "closeMonth",
    method: "POST",
    path: "/ledger/periods",
    tag: "Ledger",
    summary:
      "Close a month for good, one after another, an hour after its end at the earliest. What comes later is recorded in the open month.",
    permission: "write",
    body: closeMonthBody,
    status: 201,
    answer: closedPeriodWire,
    handle: ({ ctx, body }) => closeMonth(ctx, body.month),
  }),
];
