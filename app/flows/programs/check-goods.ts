import { refuse, refuseFields, type FieldError, type Refusal } from "#app/domain/refusal.ts";
import type { Condition } from "#app/domain/terms/condition.ts";
import type { Rule } from "#app/domain/terms/terms.ts";
import { findGoods, goodsKinds, type GoodsKind } from "#app/gateways/shopify/goods.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";

type NamedGoods = { readonly kind: GoodsKind; readonly id: string; readonly field: string };

/**
 * Refuses rules about products, variants or collections that the store does not have, each at its field. Also refuses
 * if Shopify can't be asked. Never call it inside a transaction.
 */
export async function refuseUnknownGoods(
  shopDomain: string,
  rules: readonly Rule[] | undefined,
): Promise<Refusal | null> {
  const named = (rules ?? []).flatMap((rule, index) => goodsIn(rule.when, `terms.rules.${index}.when`));
  if (named.length === 0) return null;
  const known = await knownAmong(shopDomain, named);
  if (!known) {
    return refuse("unavailable", { code: "goods_unchecked" });
  }
  const missing = named.filter((one) => !known.has(keyOf(one)));
  const errors = [...Map.groupBy(missing, (one) => one.field)].map(([field, ones]) =>
    missingGoodsError(field, ones),
  );
  return refuseFields(errors);
}

function missingGoodsError(field: string, missing: readonly NamedGoods[]): FieldError {
  const kind = missing[0]?.kind ?? "product";
  const ids = missing.map((one) => one.id).join(", ");
  return { field, reason: { code: "goods_missing", kind, ids } };
}

function goodsIn(condition: Condition, field: string): NamedGoods[] {
  if ("of" in condition) return condition.of.flatMap((one, index) => goodsIn(one, `${field}.of.${index}`));
  const kind = goodsKinds.find((one) => one === condition.kind);
  if (!kind || !("values" in condition)) return [];
  return condition.values.map((id) => ({ kind, id, field: `${field}.values` }));
}

async function knownAmong(shopDomain: string, named: readonly NamedGoods[]): Promise<Set<string> | null> {
  const once = [...new Map(named.map((one) => [keyOf(one), one])).values()];
  try {
    return new Set((await findGoods(shopDomain, once)).map(keyOf));
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

function keyOf({ kind, id }: { kind: GoodsKind; id: string }): string {
  return `${kind} ${id}`;
}
