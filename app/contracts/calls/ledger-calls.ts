import { closedPeriodsQuery, closedPeriodsWire, closedPeriodWire, closeMonthBody } from "../closed-period.ts";
import { proofQuery, proofWire, transferListQuery, transferListWire } from "../ledger.ts";
import { reading, type ApiCall, writing } from "./api-call.ts";

export const ledgerCalls: readonly ApiCall[] = [
  {
    id: "getProof",
    method: "get",
    path: "/api/v1/proof",
    tag: "Ledger",
    summary:
      "When the books were last summed again and what did not agree; with `affiliate`, M15 of a month. Small books are summed again by asking, others daily.",
    query: proofQuery,
    answer: proofWire,
    errors: reading,
  },
  {
    id: "listTransfers",
    method: "get",
    path: "/api/v1/ledger/transfers",
    tag: "Ledger",
    summary: "List the transfers of the ledger, newest first.",
    query: transferListQuery,
    answer: transferListWire,
    errors: [...reading, 503],
  },
  {
    id: "listClosedPeriods",
    method: "get",
    path: "/api/v1/ledger/periods",
    tag: "Ledger",
    summary: "List the closed periods, newest first, and the month that can be closed next.",
    query: closedPeriodsQuery,
    answer: closedPeriodsWire,
    errors: reading,
  },
  {
    id: "closeMonth",
    method: "post",
    path: "/api/v1/ledger/periods",
    tag: "Ledger",
    summary:
      "Close a month for good, one after another, an hour after its end at the earliest. What comes later is recorded in the open month.",
    body: closeMonthBody,
    answer: closedPeriodWire,
    status: 201,
    errors: writing,
  },
];
