import type { ClickId } from "#app/domain/ids.ts";
import { dayIn } from "#app/platform/clock.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { CountedClick } from "#app/store/clicks.ts";
import type { SellingShop } from "./selling-shop.ts";

/** A person's click on the affiliate's own link, as it counts in a shop with dollars and UTC. */
export function countedClick(
  { shopId, affiliateId }: Pick<SellingShop, "shopId" | "affiliateId">,
  { visitorHash, at }: { readonly visitorHash: string; readonly at: Date },
): CountedClick {
  return {
    shopId,
    affiliateId,
    clickId: newId<ClickId>("clk", at),
    occurredAt: at,
    day: dayIn("UTC", at),
    currency: "USD",
    visitorHash,
    target: "/",
    countedLanding: "/",
    subId: "",
    countedSubId: "",
    referrerHost: "",
    adClick: "",
    linkId: "",
    source: "link",
    isVisitCounted: false,
    bot: false,
  };
}
