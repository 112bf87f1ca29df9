import { flagDecisionBody, flagListQuery, flagListWire, flagViewWire, flagWire } from "../flag.ts";
import { fraudPreviewBody, fraudPreviewWire, fraudRuleBody, fraudRuleListWire } from "../fraud-rule.ts";
import { type ApiCall, reading, writing } from "./api-call.ts";

const tag = "Fraud";

export const flagCalls: readonly ApiCall[] = [
  {
    id: "listFlags",
    method: "get",
    path: "/api/v1/flags",
    tag,
    summary: "List what looked wrong, newest first; `search` is part of a name, or a code.",
    query: flagListQuery,
    answer: flagListWire,
    errors: reading,
  },
  {
    id: "getFlag",
    method: "get",
    path: "/api/v1/flags/{id}",
    tag,
    summary: "A flag with its evidence, and how it looks over time.",
    answer: flagViewWire,
    errors: reading,
  },
  {
    id: "decideFlag",
    method: "post",
    path: "/api/v1/flags/{id}/decision",
    tag,
    summary:
      "Dismiss a flag, which lifts what it did and never raises it again, or confirm it and deny its commission if you choose.",
    body: flagDecisionBody,
    answer: flagWire,
    errors: writing,
  },
  {
    id: "listFraudRules",
    method: "get",
    path: "/api/v1/fraud-rules",
    tag,
    summary: "What is looked for, what a flag of it does, and how many were raised in 30 days.",
    answer: fraudRuleListWire,
    errors: reading,
  },
  {
    id: "changeFraudRule",
    method: "put",
    path: "/api/v1/fraud-rules/{kind}",
    tag,
    summary: "Choose what a rule does and its limits, for flags from now on.",
    body: fraudRuleBody,
    answer: fraudRuleListWire,
    errors: writing,
  },
  {
    id: "previewFraudRule",
    method: "post",
    path: "/api/v1/fraud-rules/{kind}/preview",
    tag,
    summary: "How many orders a rule would have flagged within 30 days under these limits; nothing is saved.",
    body: fraudPreviewBody,
    answer: fraudPreviewWire,
    errors: reading,
  },
];
