import type { AffiliateId, ClaimId, ClickId, ShopId } from "#app/domain/ids.ts";
import { isNotAfter } from "#app/domain/instant.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import type { Evidence } from "#app/domain/touch.ts";
import type { Tx } from "#app/platform/db.server.ts";
import {
  type AddressedLink,
  clickedOf,
  type ClickName,
  type CodeOwner,
  type LinkNamed,
  ownersOfCodes,
  ownersOfForeignReferrals,
  ownersOfReferralCodes,
  parameterKey,
} from "#app/store/evidence.ts";
import type { EvidenceSources } from "#app/store/evidence-sources.ts";
import {
  acceptedClaimsOf,
  bindingsOf,
  ownersOfProducts,
  type PixelJoin,
  pixelJoinsOf,
  type Pointed,
} from "#app/store/order-evidence.ts";
import { type LandingParameter, openClicks, type OrderSignals, signalsOf } from "./order-signals.ts";

/** The parameter by which the app's own links are known. */
const ownParameter = "ref";

/**
 * The evidence of many orders of a shop, by order, found with one query for each kind, and none for a kind that the shop
 * has nothing of. Who was bound by an earlier order is not found here: it depends on the other orders (M5).
 */
export async function findEvidence(
  tx: Tx,
  shopId: ShopId,
  { orders, sources }: { readonly orders: readonly OrderFacts[]; readonly sources: EvidenceSources },
): Promise<Map<string, Evidence[]>> {
  const carried = orders.map((facts) => ({ facts, signals: signalsOf(shopId, facts) }));
  const owners = await ownersOf(tx, shopId, { carried, sources });
  return new Map(carried.map((one) => [one.facts.id, evidenceOf(one, owners)]));
}

type Carried = { readonly facts: OrderFacts; readonly signals: OrderSignals };

/** Whose everything is that the orders carry. */
type Owners = {
  readonly codes: ReadonlyMap<string, readonly CodeOwner[]>;
  readonly clicks: ReadonlyMap<ClickId, LinkNamed>;
  /** Clicks that the pixel saw at an order's checkout, by order. */
  readonly seen: ReadonlyMap<string, readonly ClickName[]>;
  readonly refs: ReadonlyMap<string, AddressedLink>;
  readonly foreign: ReadonlyMap<string, AffiliateId>;
  readonly customers: ReadonlyMap<string, readonly Pointed[]>;
  readonly products: ReadonlyMap<string, readonly Pointed[]>;
  readonly claims: ReadonlyMap<
    string,
    readonly { readonly claimId: ClaimId; readonly affiliateId: AffiliateId }[]
  >;
};

type Asking = { readonly carried: readonly Carried[]; readonly sources: EvidenceSources };

async function ownersOf(tx: Tx, shopId: ShopId, { carried, sources }: Asking): Promise<Owners> {
  const each = <One>(of: (one: OrderSignals) => readonly One[]): One[] => [
    ...new Set(carried.flatMap(({ signals }) => of(signals))),
  ];
  const orderIds = carried.map(({ facts }) => facts.id);
  const checkoutTokens = each((one) => (one.checkoutToken === null ? [] : [one.checkoutToken]));
  const joins = sources.joins ? await pixelJoinsOf(tx, shopId, checkoutTokens) : [];
  const seen = seenClicks(shopId, carried, joins);
  const parameters = each((one) => one.parameters);
  const refs = parameters.filter((one) => one.name === ownParameter).map((one) => one.valueKey);
  const typed = each((one) => one.typed.map(referralKey));
  const hashes = each((one) => (one.customerHash === null ? [] : [one.customerHash]));
  return {
    seen,
    codes: await ownersOfCodes(tx, shopId, [
      ...new Set([...each((one) => one.codes.map(referralKey)), ...typed]),
    ]),
    clicks: await clickedOf(tx, shopId, [...each((one) => one.clicks), ...[...seen.values()].flat()]),
    refs: await ownersOfReferralCodes(tx, shopId, [...new Set([...refs, ...typed])]),
    foreign: await ownersOfForeignReferrals(tx, shopId, sources.foreign ? parameters : []),
    customers: await bindingsOf(tx, shopId, sources.bindings ? hashes : []),
    products: await ownersOfProducts(tx, shopId, sources.owners ? each((one) => one.productIds) : []),
    claims: sources.claims ? await acceptedClaimsOf(tx, shopId, orderIds) : new Map(),
  };
}

/**
 * What the pixel saw, also of clicks that the order carries itself: they decide nothing then, and say what carrying them
 * was worth.
 */
function seenClicks(
  shopId: ShopId,
  carried: readonly Carried[],
  joins: readonly PixelJoin[],
): Map<string, ClickName[]> {
  const seen = new Map<string, ClickName[]>();
  if (joins.length === 0) return seen;
  for (const { facts, signals } of carried) {
    const ofOrder = joins.filter((one) => isOfCheckout(one, facts.id, signals.checkoutToken));
    seen.set(
      facts.id,
      ofOrder.flatMap((one) => openClicks(shopId, one.clickIds, facts.createdAt)),
    );
  }
  return seen;
}

/**
 * Numbers of orders can be guessed, and whoever holds a signed click could claim them all; the token of a checkout is
 * known to the store and its shopper. An order that was made without a checkout has none.
 */
function isOfCheckout(join: PixelJoin, orderId: string, checkoutToken: string | null): boolean {
  return join.checkoutToken === checkoutToken && (join.orderId === "" || join.orderId === orderId);
}

function evidenceOf({ facts, signals }: Carried, owners: Owners): Evidence[] {
  const { createdAt } = facts;
  return [
    ...signals.codes.flatMap((code): Evidence[] => {
      const owner = ownerAt(owners.codes.get(referralKey(code)) ?? [], createdAt);
      if (!owner) return [];
      const at = owner.assignedAt.toISOString();
      return [{ kind: "code", affiliateId: owner.affiliateId, code, at }];
    }),
    ...clicksOf("click", signals.clicks, owners),
    ...signals.parameters.flatMap((one) => landingOf(one, { subId: signals.subId, createdAt }, owners)),
    ...clicksOf("pixel", owners.seen.get(facts.id) ?? [], owners),
    ...pointedAt(owners.customers.get(signals.customerHash ?? "") ?? [], createdAt).map((one): Evidence => ({
      kind: "customer",
      ...one,
      boundBy: "",
    })),
    ...signals.productIds.flatMap((productId) =>
      pointedAt(owners.products.get(productId) ?? [], createdAt).map((one): Evidence => ({
        kind: "product",
        ...one,
        productId,
      })),
    ),
    ...(owners.claims.get(facts.id) ?? []).map(({ affiliateId, claimId }): Evidence => ({
      kind: "claim",
      affiliateId,
      claimId,
      at: null,
    })),
    ...signals.typed.flatMap((code) => typedOf(code, createdAt, owners)),
  ];
}

/** A referral code first, as in an address; else a discount code that was the affiliate's when the order was made. */
function typedOf(code: string, createdAt: string, owners: Owners): Evidence[] {
  const link = owners.refs.get(referralKey(code));
  if (link) {
    const { affiliateId, programId } = link;
    return isShut(link, createdAt) ? [] : [{ kind: "tag", affiliateId, code, at: null, programId }];
  }
  const owner = ownerAt(owners.codes.get(referralKey(code)) ?? [], createdAt);
  if (!owner || !isNotAfter(owner.assignedAt.toISOString(), createdAt)) return [];
  return [{ kind: "tag", affiliateId: owner.affiliateId, code, at: null, programId: null }];
}

function clicksOf(kind: "click" | "pixel", clicks: readonly ClickName[], owners: Owners): Evidence[] {
  return clicks.flatMap(({ clickId, occurredAt }): Evidence[] => {
    const clicked = owners.clicks.get(clickId);
    return clicked ? [{ kind, ...clicked, clickId, at: occurredAt.toISOString() }] : [];
  });
}

/** The app's own codes first; other systems may have named their parameter alike. */
/** What an address of the landing page names. */
function landingOf(
  { name, value, valueKey }: LandingParameter,
  of: { readonly subId: string; readonly createdAt: string },
  owners: Owners,
): Evidence[] {
  const own = name === ownParameter ? owners.refs.get(valueKey) : undefined;
  if (own && isShut(own, of.createdAt)) return [];
  const affiliateId = own?.affiliateId ?? owners.foreign.get(parameterKey({ name, valueKey }));
  if (affiliateId === undefined) return [];
  return [
    {
      kind: "landing",
      affiliateId,
      code: value,
      parameter: name,
      at: null,
      programId: own?.programId ?? null,
      subId: of.subId === "" ? (own?.subId ?? "") : of.subId,
    },
  ];
}

/** A link that was paused or archived before the order counts for nobody (M20). */
function isShut({ shutSince }: AddressedLink, createdAt: string): boolean {
  return shutSince !== null && isNotAfter(shutSince.toISOString(), createdAt);
}

/**
 * Who had a code when the order was made; else the first who had it later, so that the explanation can say that the
 * order was before. Nobody where it had been taken back.
 */
function ownerAt(had: readonly CodeOwner[], createdAt: string): CodeOwner | undefined {
  const at = Date.parse(createdAt);
  const held = had.findLast(
    (one) =>
      isNotAfter(one.assignedAt.toISOString(), createdAt) &&
      (one.endedAt === null || one.endedAt.getTime() > at),
  );
  return held ?? had.find((one) => one.assignedAt.getTime() > at);
}

/** To whom something pointed when the order was made. */
function pointedAt(times: readonly Pointed[], createdAt: string): { affiliateId: AffiliateId; at: string }[] {
  return times
    .filter(
      ({ since, until }) =>
        isNotAfter(since.toISOString(), createdAt) &&
        (until === null || !isNotAfter(until.toISOString(), createdAt)),
    )
    .map(({ affiliateId, since }) => ({ affiliateId, at: since.toISOString() }));
}
