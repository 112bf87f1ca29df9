import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { findGoods, searchGoods, type Goods, type GoodsKind } from "#app/gateways/shopify/goods.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";

type GoodsQuery = {
  readonly kind: GoodsKind;
  /** Beginnings of words in the title. */
  readonly search: string;
  /** If set, these are read instead of a search. */
  readonly ids: readonly string[];
};

/** Current products, variants or collections of the store, by title or id. */
export async function readGoods(shopDomain: string, asked: GoodsQuery): Promise<Goods[] | Refusal> {
  try {
    const { kind, search, ids } = asked;
    if (ids.length === 0) return await searchGoods(shopDomain, kind, search);
    return await findGoods(
      shopDomain,
      ids.map((id) => ({ kind, id })),
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return refuse("unavailable", { code: "platform_unreachable" });
  }
}
