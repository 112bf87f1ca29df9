import type { ClaimId, LinkId } from "#app/domain/ids.ts";
import { discountWords } from "#app/gateways/shopify/discount-words.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertBinding } from "#app/store/bindings.ts";
import { insertClaim } from "#app/store/claims.ts";
import { assignCode } from "#app/store/codes.ts";
import { keepDataRequest } from "#app/store/data-requests.ts";
import { keepDiscount } from "#app/store/discounts.ts";
import { insertFlags, openFlag } from "#app/store/flags.ts";
import { assignSlug, insertLink } from "#app/store/links.ts";
import { insertProductAssignment } from "#app/store/product-assignments.ts";
import { nextId } from "../../support/order-bodies.ts";
import { longAgo } from "../../support/selling-shop.ts";
import type { Merchant } from "./form.ts";

/** Rows for the forms of tracking. Each function makes one in the merchant's shop and answers its id. */

export async function makeClaimRow({ shopId, affiliateId }: Merchant): Promise<string> {
  const claimId = newId<ClaimId>("clm", longAgo);
  const row = { shopId, claimId, affiliateId, orderName: "#404", status: "open", madeAt: longAgo } as const;
  await inTransaction((tx) => insertClaim(tx, row));
  return claimId;
}

export async function makeFlagRow({ shopId, affiliateId }: Merchant): Promise<string> {
  const finding = { kind: "burst", score: 60, evidence: { what: "orders", day: "2026-03-01" } } as const;
  const subject = { shopId, affiliateId, subjectKind: "affiliate", subjectId: affiliateId } as const;
  const flag = openFlag({ ...subject, finding, action: "note", now: longAgo });
  await insertFlags(db(), [flag]);
  return flag.flagId;
}

export async function makeLinkRow({ shopId, affiliateId }: Merchant): Promise<string> {
  const linkId = newId<LinkId>("lin", longAgo);
  const times = { createdAt: longAgo, createdBy: "Ada", updatedAt: longAgo };
  await inTransaction(async (tx) => {
    await insertLink(tx, { shopId, linkId, affiliateId, name: "Mug", target: "/products/mug", ...times });
    const slug = `mug-${linkId.slice(-10)}`;
    await assignSlug(tx, { shopId, affiliateId, linkId, slug, at: longAgo });
  });
  return linkId;
}

export async function makeDiscountRow({ shopId, affiliateId }: Merchant): Promise<string> {
  const details = {
    value: { kind: "percentage", percent: "15" },
    scope: { kind: "all", ids: [] },
    minimum: { kind: "none" },
    startsAt: longAgo.toISOString(),
    endsAt: null,
    usageLimit: null,
    oncePerCustomer: false,
    combinesWith: [],
    timesUsed: 0,
  } as const;
  const discountId = String(nextId());
  const known = { discountId, title: discountWords(details, "USD"), details, status: "active" } as const;
  await keepDiscount(db(), shopId, known, { now: longAgo, template: "{NAME}", notice: null });
  await inTransaction((tx) =>
    assignCode(tx, { shopId, affiliateId, code: "SPRING", at: longAgo, discountId }),
  );
  return discountId;
}

export async function makeBindingRow({ shopId, affiliateId }: Merchant): Promise<string> {
  const customerHash = `hash-${affiliateId}`;
  await inTransaction((tx) =>
    insertBinding(tx, { shopId, customerHash, since: longAgo, affiliateId, createdBy: "Ada" }),
  );
  return customerHash;
}

export async function makeProductAssignmentRow({ shopId, affiliateId }: Merchant): Promise<string> {
  const productId = String(nextId());
  const row = { shopId, productId, since: longAgo, affiliateId, title: "Mug", createdBy: "Ada" };
  await inTransaction((tx) => insertProductAssignment(tx, row));
  return productId;
}

export async function makeDataRequestRow({ shopId }: Merchant): Promise<string> {
  const requestId = `asked-${shopId}`;
  const row = { shopId, requestId, customerHash: null, sealedAnswer: null, orders: 0 };
  await keepDataRequest(db(), { ...row, receivedAt: longAgo, dueAt: longAgo });
  return requestId;
}
