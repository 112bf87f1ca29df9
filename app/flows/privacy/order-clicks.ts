import type { ClickId, ShopId } from "#app/domain/ids.ts";
import { openSignedClick } from "#app/platform/crypto.server.ts";

const signed = /clk_[0-9a-z]{26}\.[\w-]{22}/g;

type ClickCarrier = {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly attribution: Readonly<Record<string, unknown>>;
};

/**
 * Clicks of orders: those signed for the shop in the cart attribute, the landing page's address or the pixel's data,
 * and those in attribution signals. Unsigned ones may be somebody else's.
 */
export function clicksOfOrders(
  shopId: ShopId,
  orders: readonly ClickCarrier[],
  joins: readonly { readonly clickIds: readonly string[] }[],
): ClickId[] {
  const carried = orders.flatMap(({ facts }) => [facts["clickAttribute"], facts["landingSite"]]);
  const texts = [...carried, ...joins.flatMap((one) => one.clickIds)].join(" ");
  const opened = (texts.match(signed) ?? []).flatMap((text) => openSignedClick(shopId, text)?.clickId ?? []);
  const named = orders.flatMap(({ attribution }) => clickIdsIn(attribution["evidence"]));
  return [...new Set([...opened, ...named])] as ClickId[];
}

function clickIdsIn(evidence: unknown): string[] {
  if (!Array.isArray(evidence)) return [];
  return evidence.flatMap(({ clickId }: { readonly clickId?: unknown }) =>
    typeof clickId === "string" ? [clickId] : [],
  );
}
