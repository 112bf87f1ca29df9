import { randomUUID } from "node:crypto";
import { getCommerce, type CommerceContext } from "./context.ts";
import { timestamp } from "./timestamp.ts";
import type { Discount, RedeemCode } from "./types.ts";

/** ACTIVE, SCHEDULED or EXPIRED at this moment, in the platform's words. */
export function statusOfDiscount(discount: Discount, now: Date): "ACTIVE" | "SCHEDULED" | "EXPIRED" {
  if (discount.endsAt && now.getTime() >= Date.parse(discount.endsAt)) return "EXPIRED";
  return now.getTime() < Date.parse(discount.startsAt) ? "SCHEDULED" : "ACTIVE";
}

/** Sends discounts/create, update or delete. */
export function tellDiscount(
  ctx: CommerceContext,
  shopDomain: string,
  topic: string,
  discount: Discount,
): void {
  const { ianaTimezone } = getCommerce(ctx, shopDomain).settings;
  const payload = {
    admin_graphql_api_id: nameOf(discount),
    title: discount.title,
    status: statusOfDiscount(discount, ctx.now()),
    created_at: timestamp(new Date(discount.createdAt), ianaTimezone),
    updated_at: timestamp(new Date(discount.updatedAt), ianaTimezone),
  };
  ctx.emit(shopDomain, topic, payload, { eventId: randomUUID() });
}

/** Sends discounts/redeemcode_added or redeemcode_removed. */
export function tellRedeemCode(
  ctx: CommerceContext,
  shopDomain: string,
  topic: string,
  { discount, redeem }: { discount: Discount; redeem: RedeemCode },
): void {
  const { ianaTimezone } = getCommerce(ctx, shopDomain).settings;
  const payload = {
    admin_graphql_api_id: nameOf(discount),
    redeem_code: { id: `gid://shopify/DiscountRedeemCode/${redeem.id}`, code: redeem.code },
    updated_at: timestamp(ctx.now(), ianaTimezone),
  };
  ctx.emit(shopDomain, topic, payload, { eventId: randomUUID() });
}

function nameOf({ id }: Discount): string {
  return `gid://shopify/DiscountCodeNode/${id}`;
}
