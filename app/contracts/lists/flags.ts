import type { z } from "zod";
import type { flagListQuery, FlagWire } from "../flag.ts";
import { listOf } from "./list-spec.ts";

export const flagList = listOf<FlagWire, z.output<typeof flagListQuery>>()({
  name: "flags",
  parameters: { search: true, status: true, kind: true, affiliate: true },
  columns: {
    name: { title: "rule", onCard: "below", text: (flag) => flag.name },
    about: { title: "order", text: (flag) => flag.about.name },
    affiliate: { title: "affiliate", onCard: "below", text: (flag) => flag.affiliate.name },
    amount: { title: "amount", isNumeric: true, onCard: "right", drawn: true },
    score: { title: "score", isNumeric: true, text: (flag) => String(flag.score) },
    action: { title: "actionTaken", isOptional: true, text: (flag) => flag.action },
    status: { title: "status", badge: "flag", onCard: "badge", status: (flag) => flag.status },
    raisedAt: { title: "found", onCard: "side", day: (flag) => flag.raisedAt },
    text: { title: "why", text: (flag) => flag.text },
    decidedAt: { title: "decided", time: (flag) => flag.decidedAt },
    decidedBy: { title: "decidedBy", text: (flag) => flag.decidedBy },
    note: { title: "note", text: (flag) => flag.note },
  },
  shown: ["about", "affiliate", "name", "amount", "action", "raisedAt", "status"],
  exported: [
    "name",
    "about",
    "affiliate",
    "score",
    "action",
    "status",
    "raisedAt",
    "text",
    "decidedAt",
    "decidedBy",
    "note",
  ],
});
