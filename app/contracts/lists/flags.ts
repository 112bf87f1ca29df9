import { flagListQuery, type FlagWire } from "../flag.ts";
import { listOf } from "./list-spec.ts";

export const flagList = listOf<FlagWire>()({
  name: "flags",
  query: flagListQuery,
  columns: {
    name: { title: "Flag", fileTitle: "flag", text: (flag) => flag.name },
    about: { title: "About", fileTitle: "about", text: (flag) => flag.about.name },
    affiliate: { title: "Affiliate", fileTitle: "affiliate", text: (flag) => flag.affiliate.name },
    score: { title: "Score", fileTitle: "score", isNumeric: true, text: (flag) => String(flag.score) },
    action: { title: "Does", fileTitle: "does", text: (flag) => flag.action },
    status: { title: "Status", fileTitle: "status", status: (flag) => flag.status },
    raisedAt: { title: "Raised", fileTitle: "raised", day: (flag) => flag.raisedAt },
    text: { title: "Why", fileTitle: "why", text: (flag) => flag.text },
    decidedAt: { title: "decided", time: (flag) => flag.decidedAt },
    decidedBy: { title: "by", text: (flag) => flag.decidedBy },
    note: { title: "note", text: (flag) => flag.note },
  },
  shown: ["about", "name", "status", "affiliate", "raisedAt", "action", "score", "text"],
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
