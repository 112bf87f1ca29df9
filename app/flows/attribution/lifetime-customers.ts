import { noAffiliateNamed } from "#app/domain/affiliate.ts";
import type { Acting, Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { findAffiliateNamed } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  type BindingFilter,
  type BindingRow,
  countBindings,
  endBinding,
  insertBinding,
  listBindings,
  lockBinding,
} from "#app/store/bindings.ts";
import { byOffset, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";

export type LifetimeCustomerView = ReturnType<typeof bindingView>;

type NamedBinding = BindingRow & { readonly affiliateName: string };

function bindingView({
  customerHash: id,
  affiliateId,
  affiliateName,
  since,
  until,
  createdBy: by,
}: NamedBinding) {
  return { id, affiliate: { id: affiliateId, name: affiliateName }, since, until, by };
}

type LifetimeCustomersQuery = {
  /** An email address. Only its hash is stored. */
  readonly email?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly status?: BindingFilter["status"];
};

/** Lifetime customers that people assigned to affiliates, newest first. */
export async function readLifetimeCustomers(
  shopId: ShopId,
  { page, limit, ...asked }: LifetimeCustomersQuery & { readonly page: number; readonly limit: number },
): Promise<{ bindings: LifetimeCustomerView[]; total: number } | Refusal> {
  const filter = lifetimeCustomerFilter(shopId, asked);
  return await readWithin(thisList, async (tx) => ({
    bindings: (await listBindings(tx, shopId, { filter, limit, offset: (page - 1) * limit })).map(
      bindingView,
    ),
    total: await countBindings(tx, shopId, filter),
  }));
}

/** Reads every match in one snapshot. */
export async function readAllLifetimeCustomers(
  shopId: ShopId,
  asked: LifetimeCustomersQuery,
  take: Take<LifetimeCustomerView>,
): Promise<null | Refusal> {
  const filter = lifetimeCustomerFilter(shopId, asked);
  const read = byOffset(async (tx, part) =>
    (await listBindings(tx, shopId, { filter, ...part })).map(bindingView),
  );
  return await readWholeWithin(thisList, read, take);
}

function lifetimeCustomerFilter(shopId: ShopId, { email, ...rest }: LifetimeCustomersQuery): BindingFilter {
  return { ...rest, ...(email && { customerHash: customerHash(shopId, email) }) };
}

/**
 * Assigns a customer to an active affiliate for orders from now on. The address is not stored. An assignment to
 * another affiliate ends.
 */
export async function addLifetimeCustomer(
  { shop: { shopId }, actor, now }: Ctx,
  asked: { readonly email: string; readonly affiliate: string },
): Promise<LifetimeCustomerView | Refusal> {
  const hash = customerHash(shopId, asked.email);
  return inTransaction(async (tx) => {
    const affiliate = await findAffiliateNamed(tx, shopId, asked.affiliate);
    if (!affiliate) {
      return noAffiliateNamed;
    }
    const before = await lockBinding(tx, shopId, hash);
    if (before?.affiliateId === affiliate.affiliateId) {
      return refuse("conflict", { code: "already_bound", affiliate: affiliate.name }, "email");
    }
    if (before) await endBinding(tx, shopId, hash, now);
    const { affiliateId } = affiliate;
    const row = { shopId, customerHash: hash, since: now, affiliateId, createdBy: actor.name };
    await insertBinding(tx, row);
    const details = { affiliateName: affiliate.name, from: before?.affiliateId ?? null };
    await auditLifetimeCustomer(shopId, { tx, action: "customer-bound", affiliateId, actor, details, now });
    return bindingView({ ...row, until: null, affiliateName: affiliate.name });
  });
}

/** Ends a customer's assignment for orders from now on. */
export async function endLifetimeCustomer(
  { shop: { shopId }, actor, now }: Ctx,
  hash: string,
): Promise<Refusal | null> {
  return inTransaction(async (tx) => {
    const before = await lockBinding(tx, shopId, hash);
    if (!before) return refuse("not-found", { code: "not_found", what: "lifetime_customer" });
    await endBinding(tx, shopId, hash, now);
    const { affiliateId } = before;
    await auditLifetimeCustomer(shopId, {
      tx,
      action: "customer-unbound",
      affiliateId,
      actor,
      details: {},
      now,
    });
    return null;
  });
}

type LifetimeCustomerAudit = Acting & {
  readonly tx: Parameters<typeof recordAudit>[0];
  readonly action: string;
  readonly affiliateId: string;
  readonly details: Record<string, unknown>;
};

async function auditLifetimeCustomer(
  shopId: ShopId,
  { tx, affiliateId, ...entry }: LifetimeCustomerAudit,
): Promise<void> {
  await recordAudit(tx, shopId, { ...entry, subjectKind: "affiliate", subjectId: affiliateId });
}
