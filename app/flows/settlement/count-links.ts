import type { LinkId, ShopId } from "#app/domain/ids.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { type Evidence, isClick } from "#app/domain/touch.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { linksOfSignals } from "#app/store/links-of-signals.ts";
import type { Judged } from "./judge-orders.ts";

/** For which link an order counts, and by which signal; stands in `orders.counted` beside its figures. */
export type CountedLink = { readonly signal: string; readonly linkId: LinkId };

/**
 * The links by which credited orders came, by order. An order whose signal stays the same stays with its link: clicks
 * are forgotten in time, and what was counted is not taken back for that.
 */
export async function findWinningLinks(
  tx: Tx,
  shopId: ShopId,
  orders: readonly Judged[],
): Promise<Map<string, CountedLink>> {
  const named = orders.flatMap((one) => {
    const signal = signalOf(one);
    return signal === null
      ? []
      : [{ orderId: one.facts.id, before: countedLinkOf(one.row.counted), ...signal }];
  });
  const asked = named.filter((one) => one.before?.signal !== one.signal);
  const found = await linksOfSignals(tx, shopId, {
    clicks: asked.flatMap((one) => one.click ?? []),
    codeKeys: asked.flatMap((one) => (one.click === null ? one.signal : [])),
  });
  return new Map(
    named.flatMap(({ orderId, signal, before }) => {
      const linkId = before?.signal === signal ? before.linkId : found.get(signal);
      return linkId === undefined ? [] : [[orderId, { signal, linkId }]];
    }),
  );
}

function signalOf({ facts, attribution }: Judged) {
  const { winner } = attribution.decided;
  // Of a credit that a person gave, nothing on the order may have come by a link.
  return winner?.evidence && !facts.test && !facts.deleted ? linkSignal(winner.evidence) : null;
}

function linkSignal(evidence: Evidence) {
  if (isClick(evidence)) {
    const { clickId, at } = evidence;
    return { signal: clickId as string, click: { clickId, at } };
  }
  if (evidence.kind !== "landing") return null;
  return { signal: referralKey(evidence.code), click: null };
}

/** The link that an order was counted for until now. */
export function countedLinkOf(counted: Readonly<Record<string, unknown>>): CountedLink | null {
  return "link" in counted ? (counted["link"] as CountedLink) : null;
}
