import type { ClickId, ShopId } from "#app/domain/ids.ts";
import { landingQuery } from "#app/domain/landing-query.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { isSpentClick } from "#app/domain/spent-click.ts";
import { isStorable } from "#app/domain/storable.ts";
import { wordsOf } from "#app/domain/typed-codes.ts";
import { openSignedClick } from "#app/platform/signed-click.server.ts";
import type { ClickName } from "#app/store/evidence.ts";

/** A parameter of the landing page's address. */
export type LandingParameter = {
  /** Lower-cased. */
  readonly name: string;
  readonly value: string;
  /** Lower-cased value, as codes are looked up. */
  readonly valueKey: string;
};

/** What one order carries that may point to an affiliate. */
export type OrderSignals = {
  readonly codes: readonly string[];
  readonly clicks: readonly ClickName[];
  readonly parameters: readonly LandingParameter[];
  /** What the address says to tell links apart; '' for nothing. */
  readonly subId: string;
  readonly productIds: readonly string[];
  /** Words of the order's tags and note, then of the customer's tags. */
  readonly typed: readonly string[];
  readonly customerHash: string | null;
  readonly checkoutToken: string | null;
};

/** More are not honest: the storefront writes the first and the latest five. */
const mostClicks = 10;
const mostParameters = 30;
const longestValue = 200;
const longestSubId = 64;
const dayMs = 86_400_000;

/**
 * Reads the signals of an order from its facts; nothing of it is trusted yet. The landing page may carry the signed
 * click too: a purchase outside the cart has no cart attribute.
 */
export function signalsOf(shopId: ShopId, facts: OrderFacts): OrderSignals {
  const query = landingQuery(facts.landingSite);
  const subId = query.get("sub") ?? "";
  return {
    codes: facts.discountCodes,
    clicks: clicksOf(shopId, facts, query.get("aff_click") ?? ""),
    parameters: parametersOf(query),
    subId: isStorable(subId) ? subId.slice(0, longestSubId) : "",
    typed: wordsOf([...(facts.typedCodes ?? []), ...(facts.catalog?.customerTags ?? [])]),
    productIds: [...new Set(facts.lines.flatMap((line) => line.productId ?? []))],
    customerHash: facts.customerHash,
    checkoutToken: facts.checkoutToken,
  };
}

/**
 * An address that was copied from somebody's visit, or made up of an old one, names a click of then. The storefront does
 * not write that into the cart; where the cart carries clicks, it does not count by the address either, or an affiliate
 * could hand out a click that is older than anybody's first.
 */
function clicksOf(shopId: ShopId, { clickAttribute, createdAt }: OrderFacts, landed: string): ClickName[] {
  const inCart = openClicks(shopId, (clickAttribute ?? "").split(","), createdAt);
  const age = ({ occurredAt }: ClickName): number => Date.parse(createdAt) - occurredAt.getTime();
  const inAddress = openClicks(shopId, [landed], createdAt).filter(
    (one) => inCart.length === 0 || age(one) <= dayMs,
  );
  return [...new Map([...inCart, ...inAddress].map((one) => [one.clickId, one])).values()];
}

/** The clicks of signed ids, each once; what is not signed for the shop, or too old for any terms, is nothing. */
export function openClicks(shopId: ShopId, signed: readonly string[], createdAt: string): ClickName[] {
  const at = new Date(createdAt);
  const clicks = new Map<string, ClickName>();
  for (const text of signed.slice(0, mostClicks)) {
    const opened = openSignedClick(shopId, text.trim());
    if (!opened || isSpentClick(opened.occurredAt, at)) continue;
    const clickId = opened.clickId as ClickId;
    clicks.set(clickId, { clickId, occurredAt: opened.occurredAt });
  }
  return [...clicks.values()];
}

function parametersOf(query: URLSearchParams): LandingParameter[] {
  const found = [...query].slice(0, mostParameters).map(([name, value]) => {
    return { name: name.toLowerCase(), value, valueKey: referralKey(value) };
  });
  return found.filter(
    ({ name, value, valueKey }) =>
      valueKey !== "" &&
      value.length <= longestValue &&
      isStorable(value) &&
      isStorable(name) &&
      !name.startsWith("utm_") &&
      name !== "aff_click",
  );
}
