import { noAffiliateNamed } from "#app/domain/affiliate.ts";
import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { findGoods } from "#app/gateways/shopify/goods.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliateNamed } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  countProductAssignments,
  endProductAssignment,
  insertProductAssignment,
  listProductAssignments,
  lockProductAssignment,
  type ProductAssignmentFilter,
  type ProductAssignmentRow,
} from "#app/store/product-assignments.ts";
import { byOffset, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";

export type ProductAssignmentView = ReturnType<typeof assignmentView>;

type NamedAssignment = ProductAssignmentRow & { readonly affiliateName: string };

function assignmentView({ productId: id, title, affiliateId, affiliateName, ...row }: NamedAssignment) {
  const { since, until, createdBy: by } = row;
  return { id, title, affiliate: { id: affiliateId, name: affiliateName }, since, until, by };
}

/** Products whose sales are credited to affiliates, newest first. */
export async function readProductAssignments(
  shopId: ShopId,
  { page, limit, ...filter }: ProductAssignmentFilter & { readonly page: number; readonly limit: number },
): Promise<{ owners: ProductAssignmentView[]; total: number } | Refusal> {
  return await readWithin(thisList, async (tx) => ({
    owners: (await listProductAssignments(tx, shopId, { filter, limit, offset: (page - 1) * limit })).map(
      assignmentView,
    ),
    total: await countProductAssignments(tx, shopId, filter),
  }));
}

/** Reads every match in one snapshot. */
export async function readAllProductAssignments(
  shopId: ShopId,
  filter: ProductAssignmentFilter,
  take: Take<ProductAssignmentView>,
): Promise<null | Refusal> {
  const read = byOffset(async (tx, part) =>
    (await listProductAssignments(tx, shopId, { filter, ...part })).map(assignmentView),
  );
  return await readWholeWithin(thisList, read, take);
}

/** Assigns a product's sales to an affiliate from now on. An assignment to another affiliate ends. */
export async function assignProduct(
  { shop, actor, now }: Ctx<ShopWith<"domain">>,
  asked: { readonly productId: string; readonly affiliate: string },
): Promise<ProductAssignmentView | Refusal> {
  const { shopId } = shop;
  const { productId } = asked;
  if (!(await findAffiliateNamed(db(), shopId, asked.affiliate))) return noAffiliateNamed;
  const title = await readProductTitle(shop.domain, productId);
  if (typeof title !== "string") return title;
  return inTransaction(async (tx) => {
    const affiliate = await findAffiliateNamed(tx, shopId, asked.affiliate);
    if (!affiliate) return noAffiliateNamed;
    const before = await lockProductAssignment(tx, shopId, productId);
    if (before?.affiliateId === affiliate.affiliateId) {
      return refuse("conflict", { code: "already_assigned", affiliate: affiliate.name }, "productId");
    }
    if (before) await endProductAssignment(tx, shopId, productId, now);
    const { affiliateId } = affiliate;
    const row = { shopId, productId, since: now, affiliateId, title, createdBy: actor.name };
    await insertProductAssignment(tx, row);
    const subject = { subjectKind: "affiliate", subjectId: affiliateId, action: "product-given" };
    const details = { productId, title, from: before?.affiliateId ?? null };
    await recordAudit(tx, shopId, { ...subject, actor, details, now });
    return assignmentView({ ...row, until: null, affiliateName: affiliate.name });
  });
}

/** Refuses a product that the store does not have. Never call it inside a transaction. */
async function readProductTitle(shopDomain: string, productId: string): Promise<string | Refusal> {
  try {
    const [product] = await findGoods(shopDomain, [{ kind: "product", id: productId }]);
    return product?.title ?? refuse("invalid", { code: "not_found", what: "product" }, "productId");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return refuse("unavailable", { code: "platform_unreachable" });
  }
}

/** Ends a product's assignment for orders from now on. */
export async function takeProduct(
  { shop: { shopId }, actor, now }: Ctx,
  productId: string,
): Promise<Refusal | null> {
  return inTransaction(async (tx) => {
    const before = await lockProductAssignment(tx, shopId, productId);
    if (!before) return refuse("not-found", { code: "not_found", what: "product_assignment" });
    await endProductAssignment(tx, shopId, productId, now);
    const { affiliateId, title } = before;
    const subject = { subjectKind: "affiliate", subjectId: affiliateId, action: "product-taken" };
    await recordAudit(tx, shopId, { ...subject, actor, details: { productId, title }, now });
    return null;
  });
}
