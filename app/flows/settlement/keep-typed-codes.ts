import type { ShopId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { ownersOfCodes, ownersOfReferralCodes } from "#app/store/evidence.ts";
import type { Message } from "./merge-news.ts";

/** M24: of the words of tags and notes only affiliates' codes are stored; the others may be personal data. */
export async function keepTypedCodes(
  tx: Tx,
  shopId: ShopId,
  messages: readonly Message[],
): Promise<readonly Message[]> {
  const keys = [...new Set(messages.flatMap(({ news }) => keysIn(news)))];
  if (keys.length === 0) return messages;
  const referral = await ownersOfReferralCodes(tx, shopId, keys);
  const discount = await ownersOfCodes(tx, shopId, keys);
  const isCode = (word: string): boolean =>
    referral.has(referralKey(word)) || discount.has(referralKey(word));
  return messages.map((message) =>
    message.news.kind === "order"
      ? { ...message, news: { ...message.news, facts: withCodesOnly(message.news.facts, isCode) } }
      : message,
  );
}

function keysIn(news: Message["news"]): string[] {
  return news.kind === "order" ? (news.facts.typedCodes ?? []).map(referralKey) : [];
}

function withCodesOnly({ typedCodes, ...facts }: OrderFacts, isCode: (word: string) => boolean): OrderFacts {
  const codes = (typedCodes ?? []).filter(isCode);
  return codes.length === 0 ? facts : { ...facts, typedCodes: codes };
}
