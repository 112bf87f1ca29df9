import type { FraudPreviewWire } from "#app/contracts/fraud-rule.ts";
import { checkRule } from "#app/domain/fraud/rule-limits.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { previewFraudRule } from "#app/flows/fraud/preview-fraud-rule.ts";
import type { ShopContext } from "./require-shop.server.ts";

const days = 30;

type FraudPreviewInput = { readonly kind: string; readonly limits: Readonly<Record<string, number>> };

/** Which orders a rule would have reached within the last 30 days under limits that nobody has saved yet. */
export async function fraudPreview(
  { shop, shopId }: Pick<ShopContext, "shop" | "shopId">,
  asked: FraudPreviewInput,
  now: Date,
): Promise<FraudPreviewWire | Refusal> {
  const choice = checkRule(asked);
  if (isRefusal(choice)) return choice;
  const since = new Date(now.getTime() - days * 86_400_000);
  const { timeZone } = shop;
  return previewFraudRule({ shopId, timeZone }, choice, { since, now });
}
