import type { RulesVersion } from "../domain/attribution.ts";
import type { SubscribedOrder } from "../domain/renewal.ts";
import type { CreditedOrder } from "#app/domain/lifetime-customer.ts";
import type { AffiliateId, ClaimId, ClickId, ProgramId, ShopId } from "../domain/ids.ts";
import { renewalSources } from "../domain/order.ts";
import { fromPlain } from "../domain/plain.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { and, eq, sql } from "drizzle-orm";
import { isOneOf } from "./many-rows.ts";
import { affiliateCodes } from "./schema/affiliates.ts";
import { claims, lifetimeCustomers, pixelJoins, productAssignments } from "./schema/attribution.ts";
import { clicks } from "./schema/clicks.ts";
import { importedLinks, links, referralCodes } from "./schema/links.ts";

export type CodeOwner = {
  readonly affiliateId: AffiliateId;
  readonly assignedAt: Date;
  /** Null while the affiliate has it. */
  readonly endedAt: Date | null;
};

/** Present and former owners of these discount codes, by lower-cased code, oldest first. */
export async function ownersOfCodes(
  db: Db,
  shopId: ShopId,
  codeKeys: readonly string[],
): Promise<Map<string, CodeOwner[]>> {
  if (codeKeys.length === 0) return new Map();
  const rows = await db
    .select({
      codeKey: affiliateCodes.codeKey,
      affiliateId: affiliateCodes.affiliateId,
      assignedAt: affiliateCodes.assignedAt,
      endedAt: affiliateCodes.endedAt,
      endsAt: affiliateCodes.endsAt,
      endsHow: affiliateCodes.endsHow,
    })
    .from(affiliateCodes)
    .where(and(eq(affiliateCodes.shopId, shopId), isOneOf(affiliateCodes.codeKey, codeKeys)))
    .orderBy(affiliateCodes.codeKey, affiliateCodes.assignedAt);
  // A removal that waits for the notice period ends the code at `endsAt`, even if the job has not recorded it
  // yet.
  const owners = rows.map(({ endsAt, endsHow, endedAt, ...row }) => ({
    ...row,
    endedAt: endedAt ?? (endsHow === "removed" ? endsAt : null),
  }));
  return Map.groupBy(owners, (row) => row.codeKey);
}

/** Affiliate of a link that an address names, with the link's program and sub-id. */
export type ReferralName = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId | null;
  readonly subId: string;
};

/** A link by its address. `shutSince` is when it was paused or archived. Null while it works. */
export type AddressedLink = ReferralName & { readonly shutSince: Date | null };

/** Links and affiliates of these referral codes, by lower-cased code. */
export async function ownersOfReferralCodes(
  db: Db,
  shopId: ShopId,
  codeKeys: readonly string[],
): Promise<Map<string, AddressedLink>> {
  if (codeKeys.length === 0) return new Map();
  const rows = await db
    .select({
      codeKey: referralCodes.codeKey,
      affiliateId: referralCodes.affiliateId,
      programId: links.programId,
      subId: sql<string>`coalesce(${links.subId}, '')`,
      shutSince: links.shutSince,
    })
    .from(referralCodes)
    .leftJoin(links, and(eq(links.shopId, referralCodes.shopId), eq(links.linkId, referralCodes.linkId)))
    .where(and(eq(referralCodes.shopId, shopId), isOneOf(referralCodes.codeKey, codeKeys)));
  return new Map(rows.map(({ codeKey, ...named }) => [codeKey, named]));
}

/** A parameter of an address with its value, both in lower case. */
type Parameter = { readonly name: string; readonly valueKey: string };

/** Affiliates of imported links, by `parameterKey`. */
export async function ownersOfImportedLinks(
  db: Db,
  shopId: ShopId,
  parameters: readonly Parameter[],
): Promise<Map<string, AffiliateId>> {
  if (parameters.length === 0) return new Map();
  const rows = await db
    .select({
      name: importedLinks.parameter,
      valueKey: importedLinks.valueKey,
      affiliateId: importedLinks.affiliateId,
    })
    .from(importedLinks)
    .where(
      and(
        eq(importedLinks.shopId, shopId),
        isOneOf(
          importedLinks.parameter,
          parameters.map((one) => one.name),
        ),
        isOneOf(
          importedLinks.valueKey,
          parameters.map((one) => one.valueKey),
        ),
      ),
    );
  return new Map(rows.map((row) => [parameterKey(row), row.affiliateId]));
}

/** Unique per parameter, because a name contains no `=`. */
export function parameterKey({ name, valueKey }: Parameter): string {
  return `${name}=${valueKey}`;
}

/** The key of a click. Its time finds the partition. */
export type ClickName = { readonly clickId: ClickId; readonly occurredAt: Date };

/** Affiliates of these clicks, by click; clicks whose retention ended are missing. */
export async function clickedOf(
  db: Db,
  shopId: ShopId,
  names: readonly ClickName[],
): Promise<Map<ClickId, ReferralName>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({
      clickId: clicks.clickId,
      affiliateId: clicks.affiliateId,
      programId: links.programId,
      subId: clicks.subId,
    })
    .from(clicks)
    .leftJoin(links, and(eq(links.shopId, clicks.shopId), eq(links.linkId, sql`${clicks.linkId}`)))
    .where(
      and(
        eq(clicks.shopId, shopId),
        isOneOf(
          clicks.clickId,
          names.map((one) => one.clickId),
        ),
        isOneOf(
          clicks.occurredAt,
          names.map((one) => one.occurredAt),
        ),
      ),
    );
  return new Map(rows.map(({ clickId, ...clicked }) => [clickId, clicked]));
}

/** Kinds of signals that a shop has in addition to codes and clicks. Other kinds need no query. */
export type EvidenceSources = {
  /** The versions of the shop's attribution rules, oldest first. */
  readonly versions: readonly RulesVersion[];
  readonly bindings: boolean;
  readonly owners: boolean;
  readonly foreign: boolean;
  readonly joins: boolean;
  readonly claims: boolean;
};

type SourcesRow = Omit<EvidenceSources, "versions"> & { readonly versions: unknown } & Record<
    string,
    unknown
  >;

/** Reads which kinds of signals a shop has, with one statement. */
export async function evidenceSources(db: Db, shopId: ShopId): Promise<EvidenceSources> {
  const { rows } = await db.execute<SourcesRow>(sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('version', version, 'rules', rules, 'effectiveFrom',
          to_char(effective_from at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by version), '[]')
        from attribution_versions where shop_id = ${shopId}) as versions,
      exists (select 1 from lifetime_customers where shop_id = ${shopId}) as bindings,
      exists (select 1 from product_assignments where shop_id = ${shopId}) as owners,
      exists (select 1 from imported_links where shop_id = ${shopId}) as "foreign",
      exists (select 1 from pixel_joins where shop_id = ${shopId}) as joins,
      exists (select 1 from claims where shop_id = ${shopId} and status = 'accepted') as claims`);
  const [row] = rows;
  if (!row) throw new Error("A statement without a condition answered no row.");
  return { ...row, versions: fromPlain<RulesVersion[]>(row.versions) };
}

export type PixelJoin = {
  readonly orderId: string;
  readonly checkoutToken: string;
  /** Signed for the shop. */
  readonly clickIds: readonly string[];
};

/** Events of the web pixel at checkouts, by their tokens, in the order of arrival. */
export async function pixelJoinsOf(
  db: Db,
  shopId: ShopId,
  checkoutTokens: readonly string[],
): Promise<PixelJoin[]> {
  if (checkoutTokens.length === 0) return [];
  return db
    .select({
      orderId: pixelJoins.orderId,
      checkoutToken: pixelJoins.checkoutToken,
      clickIds: pixelJoins.clickIds,
    })
    .from(pixelJoins)
    .where(and(eq(pixelJoins.shopId, shopId), isOneOf(pixelJoins.checkoutToken, checkoutTokens)))
    .orderBy(pixelJoins.receivedAt, pixelJoins.eventId);
}

/** A period in which a customer or product was assigned to an affiliate. `until` is null while it lasts. */
export type AssignmentPeriod = {
  readonly affiliateId: AffiliateId;
  readonly since: Date;
  readonly until: Date | null;
};

/** Lifetime affiliates that people assigned to customers, by customer hash, oldest first. */
export async function bindingsOf(
  db: Db,
  shopId: ShopId,
  customerHashes: readonly string[],
): Promise<Map<string, AssignmentPeriod[]>> {
  if (customerHashes.length === 0) return new Map();
  const rows = await db
    .select()
    .from(lifetimeCustomers)
    .where(and(eq(lifetimeCustomers.shopId, shopId), isOneOf(lifetimeCustomers.customerHash, customerHashes)))
    .orderBy(lifetimeCustomers.customerHash, lifetimeCustomers.since);
  return Map.groupBy(rows, (row) => row.customerHash);
}

/** Present and former affiliates of these products, by the digits of the product's id, oldest first. */
export async function ownersOfProducts(
  db: Db,
  shopId: ShopId,
  productIds: readonly string[],
): Promise<Map<string, AssignmentPeriod[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(productAssignments)
    .where(and(eq(productAssignments.shopId, shopId), isOneOf(productAssignments.productId, productIds)))
    .orderBy(productAssignments.productId, productAssignments.since);
  return Map.groupBy(rows, (row) => row.productId);
}

/** Accepted claims to orders, by order, in the order of acceptance. */
export async function acceptedClaimsOf(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<Map<string, { readonly claimId: ClaimId; readonly affiliateId: AffiliateId }[]>> {
  const rows = await db
    .select({ orderId: claims.orderId, claimId: claims.claimId, affiliateId: claims.affiliateId })
    .from(claims)
    .where(
      and(
        eq(claims.shopId, shopId),
        eq(claims.status, "accepted"),
        sql`${claims.orderId} = any(${sql.param([...orderIds])})`,
      ),
    )
    .orderBy(claims.decidedAt, claims.claimId);
  return Map.groupBy(rows, (row) => row.orderId ?? "");
}

/**
 * Locks customers until the transaction ends, so that one of two orders sees the other. Orders must be locked
 * before.
 */
export async function lockCustomers(
  tx: Tx,
  shopId: ShopId,
  customerHashes: readonly string[],
): Promise<void> {
  if (customerHashes.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(${shopId} || ' customer ' || hash, 0) as key
      from unnest(${sql.param([...customerHashes])}::text[]) as hash order by 1
    ) as keys`);
}

/**
 * Customers whose credited orders are wanted. `firstOnly` reads only the first one, which is enough if
 * customers stay with an affiliate for life.
 */
type CreditedQuestion = {
  readonly customerHashes: readonly string[];
  readonly firstOnly: boolean;
  /** Orders of the same transaction, whose rows are outdated. */
  readonly except: readonly string[];
};

/** Credited orders that make lifetime customers, without renewals (M23), by customer hash. */
export async function creditedOrdersOf(
  db: Db,
  shopId: ShopId,
  { customerHashes, firstOnly, except }: CreditedQuestion,
): Promise<Map<string, CreditedOrder[]>> {
  if (customerHashes.length === 0) return new Map();
  const { rows } = await db.execute<{ hash: string; id: string; affiliate: AffiliateId; at: string }>(sql`
    select ${firstOnly ? sql`distinct on (customer_hash)` : sql``} customer_hash as hash, order_id as id,
      affiliate_id as affiliate, facts ->> 'createdAt' as at
    from orders
    where shop_id = ${shopId} and customer_hash = any(${sql.param([...customerHashes])}) and credited
      and attribution #>> '{decided,winner,evidence,kind}' is distinct from 'renewal'
      and order_id <> all(${sql.param([...except])})
    order by customer_hash, placed_at, order_id`);
  const found = Map.groupBy(rows, (row) => row.hash);
  return new Map(
    [...found].map(([hash, own]) => [
      hash,
      own.map(({ id, affiliate, at }) => ({ orderId: id, affiliateId: affiliate, at })),
    ]),
  );
}

type SubscribedRow = {
  readonly customer: string;
  readonly id: string;
  readonly at: string;
  readonly test: boolean;
  readonly lines: SubscribedOrder["lines"];
  readonly affiliate: AffiliateId | null;
  readonly program: ProgramId | null;
};

/** Orders with a subscription line, without renewals, by Shopify's customer id. */
export async function subscribedOrdersOf(
  db: Db,
  shopId: ShopId,
  of: { readonly customerIds: readonly string[]; readonly except: readonly string[] },
): Promise<Map<string, SubscribedOrder[]>> {
  if (of.customerIds.length === 0) return new Map();
  // The condition on lines must match the index `orders_subscribed`.
  const { rows } = await db.execute<SubscribedRow & Record<string, unknown>>(sql`
    select facts ->> 'customerId' as customer, order_id as id, facts ->> 'createdAt' as at,
      (facts ->> 'test')::boolean as test, affiliate_id as affiliate, program_id as program,
      jsonb_path_query_array(facts, '$.lines[*] ? (@.subscription == true)') as lines
    from orders
    where shop_id = ${shopId} and facts ->> 'customerId' = any(${sql.param([...of.customerIds])})
      and facts @> '{"lines": [{"subscription": true}]}'
      and coalesce(facts ->> 'sourceName', '') <> all(${sql.param([...renewalSources])})
      and order_id <> all(${sql.param([...of.except])})`);
  const found = Map.groupBy(rows, (row) => row.customer);
  return new Map([...found].map(([customer, own]) => [customer, own.map(subscribedOrder)]));
}

function subscribedOrder({ id, at, test, lines, affiliate, program }: SubscribedRow): SubscribedOrder {
  const credit =
    affiliate === null || program === null ? null : { affiliateId: affiliate, programId: program };
  return { orderId: id, at, test, lines, credit };
}
