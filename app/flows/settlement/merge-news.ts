import { newsWithoutCustomer } from "#app/domain/forget-customer.ts";
import { compareInstants } from "#app/domain/instant.ts";
import { knownChannel, largerIndex, mergeFacts } from "#app/domain/order-merge.ts";
import { type OrderFacts, type OrderNews, withKnownGoods } from "#app/domain/order.ts";
import { canonicalText } from "#app/domain/plain.ts";

/** One message about an order. `fresh` facts were just read from the platform and settle a doubt. */
export type OrderMessage = { readonly news: OrderNews; readonly fresh: boolean };

export type MergedNews = {
  /** Null if nothing is known yet. */
  readonly facts: OrderFacts | null;
  readonly mustRefetch: boolean;
};

/**
 * Merges messages into the known facts of an order. They may come in any order (M10). Part of an unknown order
 * changes nothing.
 */
export function mergeNews(known: OrderFacts | null, messages: readonly OrderMessage[]): MergedNews {
  let merged: MergedNews = { facts: known, mustRefetch: false };
  for (const message of messages) {
    const next = mergeOne(merged.facts, message);
    const settled = message.fresh && message.news.kind === "order";
    merged = { facts: next.facts, mustRefetch: settled ? false : merged.mustRefetch || next.mustRefetch };
  }
  return merged;
}

/** A forgotten customer stays forgotten, whatever arrives about the order later. */
function withoutForgottenCustomer(known: OrderFacts | null, news: OrderNews): OrderNews {
  return known?.forgotten ? newsWithoutCustomer(news, known.forgotten) : news;
}

function mergeOne(known: OrderFacts | null, { news: told, fresh }: OrderMessage): MergedNews {
  const news = withoutForgottenCustomer(known, told);
  switch (news.kind) {
    case "order":
      if (known !== null && fresh) return settleFacts(known, news.facts);
      return mergeBody(known, news.facts, news.edited === true && !fresh);
    case "deleted":
    case "catalog":
    case "numbered":
      return { facts: known && withAddition(known, news), mustRefetch: false };
    case "refetch":
    default:
      return { facts: known, mustRefetch: true };
  }
}

/** Facts with a message about a part of the order added. */
function withAddition(
  facts: OrderFacts,
  news: Extract<OrderNews, { kind: "deleted" | "catalog" | "numbered" }>,
): OrderFacts {
  if (news.kind === "deleted") return { ...facts, deleted: true };
  if (news.kind === "numbered") {
    return {
      ...facts,
      customerOrderIndex: largerIndex(facts.customerOrderIndex, news.customerOrderIndex),
      ...knownChannel(news.channelName, facts.channelName),
    };
  }
  return { ...facts, catalog: facts.catalog ?? news.catalog };
}

/**
 * Merges a body. The platform is asked if the body does not say which lines an edit added, or if an older body
 * arrives late with data that the newer one lacked, because then neither was complete.
 */
function mergeBody(known: OrderFacts | null, heard: OrderFacts, edited: boolean): MergedNews {
  if (known === null) return { facts: heard, mustRefetch: edited };
  const { facts, mustRefetch } = mergeFacts(known, heard);
  const isLate = compareInstants(heard.updatedAt, known.updatedAt) < 0;
  const toldMore = isLate && canonicalText(facts) !== canonicalText(known);
  return { facts, mustRefetch: mustRefetch || edited || toldMore };
}

/** A fresh reading wins over one of the same second; a newer one that came meanwhile stays. */
function settleFacts(known: OrderFacts, fresh: OrderFacts): MergedNews {
  if (compareInstants(fresh.updatedAt, known.updatedAt) < 0) {
    const { facts } = mergeFacts(known, fresh);
    return { facts: { ...facts, dispute: fresh.dispute }, mustRefetch: false };
  }
  const { facts } = mergeFacts(known, fresh);
  return {
    facts: {
      ...fresh,
      lines: withKnownGoods(fresh.lines, known.lines),
      paidAt: facts.paidAt,
      // An answer without it removes nothing.
      checkoutToken: facts.checkoutToken,
      ...(facts.sentHeardAt === undefined ? {} : { sentHeardAt: facts.sentHeardAt }),
      ...knownChannel(facts.channelName),
      catalog: facts.catalog,
      // The platform may leave these out of a query although the message had them.
      landingSite: fresh.landingSite ?? known.landingSite,
      customerId: fresh.customerId ?? known.customerId,
      customerHash: fresh.customerHash ?? known.customerHash,
      countryCode: fresh.countryCode ?? known.countryCode,
      ...(facts.traces === undefined ? {} : { traces: facts.traces }),
      deleted: facts.deleted,
      customerOrderIndex: facts.customerOrderIndex,
      linesAddedLater: facts.linesAddedLater,
      refunds: facts.refunds,
    },
    mustRefetch: false,
  };
}
