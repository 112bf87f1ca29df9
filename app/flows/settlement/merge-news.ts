import { newsWithoutCustomer } from "#app/domain/forget-customer.ts";
import { compareInstants } from "#app/domain/instant.ts";
import { knownChannel, largerIndex, mergeFacts } from "#app/domain/order-merge.ts";
import { type OrderFacts, type OrderNews, withKnownGoods } from "#app/domain/order.ts";
import { canonicalText } from "#app/domain/plain.ts";

/** One message about an order. `fresh` facts were read from the platform for this purpose, and settle a doubt. */
export type Message = { readonly news: OrderNews; readonly fresh: boolean };

export type Merged = {
  /** Null when nothing at all is known yet. */
  readonly facts: OrderFacts | null;
  readonly mustRefetch: boolean;
};

/** Adds messages to what is known of an order, in any order (M10). A part of an unknown order changes nothing. */
export function mergeNews(known: OrderFacts | null, messages: readonly Message[]): Merged {
  let merged: Merged = { facts: known, mustRefetch: false };
  for (const message of messages) {
    const next = mergeOne(merged.facts, message);
    const settled = message.fresh && message.news.kind === "order";
    merged = { facts: next.facts, mustRefetch: settled ? false : merged.mustRefetch || next.mustRefetch };
  }
  return merged;
}

/** Who was forgotten stays so, whatever is heard of the order afterwards. */
function mayBeKept(known: OrderFacts | null, news: OrderNews): OrderNews {
  return known?.forgotten ? newsWithoutCustomer(news, known.forgotten) : news;
}

function mergeOne(known: OrderFacts | null, { news: told, fresh }: Message): Merged {
  const news = mayBeKept(known, told);
  switch (news.kind) {
    case "order":
      if (known !== null && fresh) return settle(known, news.facts);
      return hear(known, news.facts, news.edited === true && !fresh);
    case "deleted":
    case "catalog":
    case "numbered":
      return { facts: known && withAddition(known, news), mustRefetch: false };
    case "refetch":
    default:
      return { facts: known, mustRefetch: true };
  }
}

/** What a message adds that tells of a part of the order only. */
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
 * A body that does not tell which of its lines an edit added is kept, and the platform asked; so it is where an older
 * body comes late and tells what the newer one did not: neither of them was the whole.
 */
function hear(known: OrderFacts | null, heard: OrderFacts, edited: boolean): Merged {
  if (known === null) return { facts: heard, mustRefetch: edited };
  const { facts, mustRefetch } = mergeFacts(known, heard);
  const isLate = compareInstants(heard.updatedAt, known.updatedAt) < 0;
  const toldMore = isLate && canonicalText(facts) !== canonicalText(known);
  return { facts, mustRefetch: mustRefetch || edited || toldMore };
}

/** Of two readings of the same second the fresh one is right; a newer one that came meanwhile stays. */
function settle(known: OrderFacts, fresh: OrderFacts): Merged {
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
      // An answer without it takes nothing away.
      checkoutToken: facts.checkoutToken,
      ...(facts.sentHeardAt === undefined ? {} : { sentHeardAt: facts.sentHeardAt }),
      ...knownChannel(facts.channelName),
      catalog: facts.catalog,
      // The platform may withhold these from a query though it told them in the message.
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
