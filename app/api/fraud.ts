import {
  flagDecisionBody,
  flagListQuery,
  flagListWire,
  flagViewWire,
  flagWire,
} from "#app/contracts/flag.ts";
import {
  fraudPreviewBody,
  fraudPreviewWire,
  type FraudPreviewWire,
  fraudRuleBody,
  fraudRuleListWire,
} from "#app/contracts/fraud-rule.ts";
import { checkRule } from "#app/domain/fraud/rule-limits.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { readFlagChart, readFlags, flagView } from "#app/flows/fraud/read-flags.ts";
import { previewFraudRule } from "#app/flows/fraud/preview-fraud-rule.ts";
import { chooseFraudRule, readFraudRules } from "#app/flows/fraud/rules.ts";
import { wordedFlag, wordedRule } from "#app/http/flag-words.ts";
import { offsetRefusal } from "#app/http/list-position.ts";
import { db } from "#app/platform/db.server.ts";
import { findFlag } from "#app/store/flags.ts";
import type { ShopContext } from "../http/require-shop.server.ts";
import { defineCall } from "./define-call.ts";

export const fraudCalls = [
  defineCall({
    id: "listFlags",
    method: "GET",
    path: "/flags",
    tag: "Fraud",
    summary: "List what looked wrong, newest first; `search` is part of a name, or a code.",
    permission: "read",
    query: flagListQuery,
    answer: flagListWire,
    handle: async ({ shopId, query }) => {
      const { affiliate: affiliateId, page, limit, ...filter } = query;
      const refusal = offsetRefusal(query);
      if (refusal) return refusal;
      const found = await readFlags(shopId, { ...filter, affiliateId, page, limit });
      if (isRefusal(found)) return found;
      const { flags, total } = found;
      return { flags: flags.map(wordedFlag), pagination: { page, limit, total } };
    },
  }),
  defineCall({
    id: "getFlag",
    method: "GET",
    path: "/flags/{id}",
    tag: "Fraud",
    summary: "A flag with its evidence, and how it looks over time.",
    permission: "read",
    answer: flagViewWire,
    handle: async ({ shop, shopId, id }) => {
      const flag = await findFlag(db(), shopId, id);
      if (!flag) return refuse("not-found", { code: "not_found", what: "flag" });
      return { ...wordedFlag(flagView(flag)), overTime: await readFlagChart(shop, flag) };
    },
  }),
  defineCall({
    id: "decideFlag",
    method: "POST",
    path: "/flags/{id}/decision",
    tag: "Fraud",
    summary:
      "Dismiss a flag, which lifts what it did and never raises it again, or confirm it and deny its commission if you choose.",
    permission: "write",
    body: flagDecisionBody,
    answer: flagWire,
    handle: async ({ ctx, id, body }) => {
      const flag = await decideFlag(ctx, id, body);
      return isRefusal(flag) ? flag : wordedFlag(flag);
    },
  }),
  defineCall({
    id: "listFraudRules",
    method: "GET",
    path: "/fraud-rules",
    tag: "Fraud",
    summary: "What is looked for, what a flag of it does, and how many were raised in 30 days.",
    permission: "read",
    answer: fraudRuleListWire,
    handle: async ({ shopId, now }) => ({ rules: (await readFraudRules(shopId, now)).map(wordedRule) }),
  }),
  defineCall({
    id: "changeFraudRule",
    method: "PUT",
    path: "/fraud-rules/{kind}",
    tag: "Fraud",
    summary: "Choose what a rule does and its limits, for flags from now on.",
    permission: "write",
    body: fraudRuleBody,
    answer: fraudRuleListWire,
    handle: async ({ ctx, shopId, kind, body, now }) => {
      const choice = { kind, ...body };
      const refusal = await chooseFraudRule(ctx, choice);
      return refusal ?? { rules: (await readFraudRules(shopId, now)).map(wordedRule) };
    },
  }),
  defineCall({
    id: "previewFraudRule",
    method: "POST",
    path: "/fraud-rules/{kind}/preview",
    tag: "Fraud",
    summary: "How many orders a rule would have flagged within 30 days under these limits; nothing is saved.",
    permission: "read",
    body: fraudPreviewBody,
    answer: fraudPreviewWire,
    handle: ({ ctx, kind, body, now }) => fraudPreview(ctx, { kind, ...body }, now),
  }),
];

const previewDays = 30;

type FraudPreviewInput = { readonly kind: string; readonly limits: Readonly<Record<string, number>> };

/** Which orders a rule would have reached within the last 30 days under limits that nobody has saved yet. */
async function fraudPreview(
  { shop, shopId }: Pick<ShopContext, "shop" | "shopId">,
  asked: FraudPreviewInput,
  now: Date,
): Promise<FraudPreviewWire | Refusal> {
  const choice = checkRule(asked);
  if (isRefusal(choice)) return choice;
  const since = new Date(now.getTime() - previewDays * 86_400_000);
  const { timeZone } = shop;
  return previewFraudRule({ shopId, timeZone }, choice, { since, now });
}
