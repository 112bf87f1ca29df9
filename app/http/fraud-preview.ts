import type { FraudPreviewWire } from "#app/contracts/fraud-rule.ts";
import { checkRule } from "#app/domain/fraud/rule-limits.ts";
import { chosenRules, ruleOf } from "#app/domain/fraud/rules.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { countBursts, countShared } from "#app/flows/fraud/watch-affiliates.ts";
import { previewFraudRule } from "#app/flows/orders/preview-fraud-rule.ts";
import type { ShopContext } from "./require-shop.server.ts";

const days = 30;

type Asked = { readonly kind: string; readonly limits: Readonly<Record<string, number>> };

/** What a rule would have found within the last 30 days under limits that nobody has saved yet. */
export async function fraudPreview(
  { shop, shopId }: Pick<ShopContext, "shop" | "shopId">,
  asked: Asked,
  now: Date,
): Promise<FraudPreviewWire | Refusal> {
  const choice = checkRule(asked);
  if (isRefusal(choice)) return choice;
  const { limits } = ruleOf(chosenRules([{ ...choice, action: "note" }]), choice.kind);
  if (choice.kind === "burst") {
    const found = await countBursts(shop, { limits, days }, now);
    return { what: "bursts", found, looked: null, isCapped: false };
  }
  if (choice.kind === "shared-payout") {
    return { what: "affiliates", found: await countShared(shopId), looked: null, isCapped: false };
  }
  const since = new Date(now.getTime() - days * 86_400_000);
  return { what: "orders", ...(await previewFraudRule(shopId, choice, { since, now })) };
}
