import { proofQuery, proofWire, transferListQuery, transferListWire } from "../ledger.ts";
import { reading, type ApiCall } from "./api-call.ts";

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
    errors: reading,
  },
];
