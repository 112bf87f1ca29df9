import {
  chooseRules,
  type Evidence,
  type Renewal,
  type RulesVersion,
  type Winner,
} from "#app/domain/attribution.ts";
import { evidenceOfFirst, firstOrderOf, subscribedLines, type SubscribedOrder } from "#app/domain/renewal.ts";
import { bindingAt, type CreditedOrder } from "#app/domain/lifetime-customer.ts";
import type { AffiliateId, ClaimId, ClickId, ShopId } from "#app/domain/ids.ts";
import { isNotAfter } from "#app/domain/instant.ts";
import { landingQuery, referralKey, wordsOf } from "#app/domain/referral-code.ts";
import { isRenewal, type OrderFacts } from "#app/domain/order.ts";
import { isSpentClick } from "#app/domain/program.ts";
import { isStorable } from "#app/domain/plain.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { openSignedClick } from "#app/platform/crypto.server.ts";
import {
  acceptedClaimsOf,
  type AddressedLink,
  bindingsOf,
  clickedOf,
  type ClickName,
  type CodeOwner,
  creditedOrdersOf,
  type EvidenceSources,
  type ReferralName,
  lockCustomers,
  ownersOfCodes,
  ownersOfImportedLinks,
  ownersOfProducts,
  ownersOfReferralCodes,
  parameterKey,
  type PixelJoin,
  pixelJoinsOf,
  type AssignmentPeriod,
  subscribedOrdersOf,
} from "#app/store/evidence.ts";

/** The URL parameter of the app's own links. */
const ownParameter = "ref";

/**
 * Finds the attribution signals of many orders, by order, with one query per kind and none for kinds that the
 * shop does not have. Lifetime customers are not included, because they depend on other orders (M5).
 */
export async function findEvidence(
  tx: Tx,
  shopId: ShopId,
  { orders, sources }: { readonly orders: readonly OrderFacts[]; readonly sources: EvidenceSources },
): Promise<Map<string, Evidence[]>> {
  const carried = orders.map((facts) => ({ facts, signals: signalsOf(shopId, facts) }));
  const owners = await findOwners(tx, shopId, { carried, sources });
  return new Map(carried.map((one) => [one.facts.id, evidenceOf(one, owners)]));
}

type OrderWithSignals = { readonly facts: OrderFacts; readonly signals: OrderSignals };

/** Affiliates to whom the orders' signals belong. */
type SignalOwners = {
  readonly codes: ReadonlyMap<string, readonly CodeOwner[]>;
  readonly clicks: ReadonlyMap<ClickId, ReferralName>;
  /** Clicks that the pixel saw at an order's checkout, by order. */
  readonly seen: ReadonlyMap<string, readonly ClickName[]>;
  readonly refs: ReadonlyMap<string, AddressedLink>;
  readonly foreign: ReadonlyMap<string, AffiliateId>;
  readonly customers: ReadonlyMap<string, readonly AssignmentPeriod[]>;
  readonly products: ReadonlyMap<string, readonly AssignmentPeriod[]>;
  readonly claims: ReadonlyMap<
    string,
    readonly { readonly claimId: ClaimId; readonly affiliateId: AffiliateId }[]
  >;
};

type EvidenceQuery = { readonly carried: readonly OrderWithSignals[]; readonly sources: EvidenceSources };

async function findOwners(
  tx: Tx,
  shopId: ShopId,
  { carried, sources }: EvidenceQuery,
): Promise<SignalOwners> {
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
    foreign: await ownersOfImportedLinks(tx, shopId, sources.foreign ? parameters : []),
    customers: await bindingsOf(tx, shopId, sources.bindings ? hashes : []),
    products: await ownersOfProducts(tx, shopId, sources.owners ? each((one) => one.productIds) : []),
    claims: sources.claims ? await acceptedClaimsOf(tx, shopId, orderIds) : new Map(),
  };
}

/**
 * Clicks that the pixel saw. Includes clicks that the order carries itself: they decide nothing then, but show how
 * much the order's own click is worth.
 */
function seenClicks(
  shopId: ShopId,
  carried: readonly OrderWithSignals[],
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
 * Order numbers can be guessed, so anyone with a signed click could claim all orders. Only the store and its
 * shopper know a checkout's token. An order created without a checkout has none.
 */
function isOfCheckout(join: PixelJoin, orderId: string, checkoutToken: string | null): boolean {
  return join.checkoutToken === checkoutToken && (join.orderId === "" || join.orderId === orderId);
}

function evidenceOf({ facts, signals }: OrderWithSignals, owners: SignalOwners): Evidence[] {
  const { createdAt } = facts;
  return [
    ...signals.codes.flatMap((code): Evidence[] => {
      const owner = codeOwnerAt(owners.codes.get(referralKey(code)) ?? [], createdAt);
      if (!owner) return [];
      const at = owner.assignedAt.toISOString();
      return [{ kind: "code", affiliateId: owner.affiliateId, code, at }];
    }),
    ...clickEvidence("click", signals.clicks, owners),
    ...signals.parameters.flatMap((one) => landingEvidence(one, { subId: signals.subId, createdAt }, owners)),
    ...clickEvidence("pixel", owners.seen.get(facts.id) ?? [], owners),
    ...ownersPointedAt(owners.customers.get(signals.customerHash ?? "") ?? [], createdAt).map(
      (one): Evidence => ({
        kind: "customer",
        ...one,
        boundBy: "",
      }),
    ),
    ...signals.productIds.flatMap((productId) =>
      ownersPointedAt(owners.products.get(productId) ?? [], createdAt).map((one): Evidence => ({
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
    ...signals.typed.flatMap((code) => typedCodeEvidence(code, createdAt, owners)),
  ];
}

/**
 * Looks for a referral code first, as in an address, then for a discount code that was the affiliate's at that
 * time.
 */
function typedCodeEvidence(code: string, createdAt: string, owners: SignalOwners): Evidence[] {
  const link = owners.refs.get(referralKey(code));
  if (link) {
    const { affiliateId, programId } = link;
    return isShut(link, createdAt) ? [] : [{ kind: "tag", affiliateId, code, at: null, programId }];
  }
  const owner = codeOwnerAt(owners.codes.get(referralKey(code)) ?? [], createdAt);
  if (!owner || !isNotAfter(owner.assignedAt.toISOString(), createdAt)) return [];
  return [{ kind: "tag", affiliateId: owner.affiliateId, code, at: null, programId: null }];
}

function clickEvidence(
  kind: "click" | "pixel",
  clicks: readonly ClickName[],
  owners: SignalOwners,
): Evidence[] {
  return clicks.flatMap(({ clickId, occurredAt }): Evidence[] => {
    const clicked = owners.clicks.get(clickId);
    return clicked ? [{ kind, ...clicked, clickId, at: occurredAt.toISOString() }] : [];
  });
}

/** Looks for the app's own codes first, because other systems may use a parameter with the same name. */
function landingEvidence(
  { name, value, valueKey }: LandingParameter,
  of: { readonly subId: string; readonly createdAt: string },
  owners: SignalOwners,
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

/** True if the link was paused or archived before the order. It then counts for nobody (M20). */
function isShut({ shutSince }: AddressedLink, createdAt: string): boolean {
  return shutSince !== null && isNotAfter(shutSince.toISOString(), createdAt);
}

/**
 * The owner of a code when the order was created. Otherwise the first later owner, so that the explanation can
 * say that the order came before. Undefined if the code had been removed.
 */
function codeOwnerAt(had: readonly CodeOwner[], createdAt: string): CodeOwner | undefined {
  const at = Date.parse(createdAt);
  const held = had.findLast(
    (one) =>
      isNotAfter(one.assignedAt.toISOString(), createdAt) &&
      (one.endedAt === null || one.endedAt.getTime() > at),
  );
  return held ?? had.find((one) => one.assignedAt.getTime() > at);
}

/** Affiliates that a customer or product was assigned to when the order was created. */
function ownersPointedAt(
  times: readonly AssignmentPeriod[],
  createdAt: string,
): { affiliateId: AffiliateId; at: string }[] {
  return times
    .filter(
      ({ since, until }) =>
        isNotAfter(since.toISOString(), createdAt) &&
        (until === null || !isNotAfter(until.toISOString(), createdAt)),
    )
    .map(({ affiliateId, since }) => ({ affiliateId, at: since.toISOString() }));
}

/** A parameter of the landing page's address. */
type LandingParameter = {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /** The value in lower case, as codes are looked up. */
  readonly valueKey: string;
};

/** Attribution signals of one order. */
type OrderSignals = {
  readonly codes: readonly string[];
  readonly clicks: readonly ClickName[];
  readonly parameters: readonly LandingParameter[];
  /** Sub-id in the address; '' for none. */
  readonly subId: string;
  readonly productIds: readonly string[];
  /** Words in the order's tags and note, then in the customer's tags. */
  readonly typed: readonly string[];
  readonly customerHash: string | null;
  readonly checkoutToken: string | null;
};

/** The storefront writes the first click and the latest five, so more are not honest. */
const mostClicks = 10;
const mostParameters = 30;
const longestValue = 200;
const longestSubId = 64;
const dayMs = 86_400_000;

/**
 * Reads an order's signals from its facts. None is trusted yet. The landing page may carry the signed click
 * too, because a purchase outside the cart has no cart attribute.
 */
function signalsOf(shopId: ShopId, facts: OrderFacts): OrderSignals {
  const query = landingQuery(facts.landingSite);
  const subId = query.get("sub") ?? "";
  return {
    codes: facts.discountCodes,
    clicks: signedClicksOf(shopId, facts, query.get("aff_click") ?? ""),
    parameters: parametersOf(query),
    subId: isStorable(subId) ? subId.slice(0, longestSubId) : "",
    typed: wordsOf([...(facts.typedCodes ?? []), ...(facts.catalog?.customerTags ?? [])]),
    productIds: [...new Set(facts.lines.flatMap((line) => line.productId ?? []))],
    customerHash: facts.customerHash,
    checkoutToken: facts.checkoutToken,
  };
}

/**
 * An address copied from an earlier visit names a click of that time. The storefront does not write such a
 * click into the cart. If the cart carries clicks, it does not count from the address either; otherwise an
 * affiliate could hand out a click older than anybody's first one.
 */
function signedClicksOf(
  shopId: ShopId,
  { clickAttribute, createdAt }: OrderFacts,
  landed: string,
): ClickName[] {
  const inCart = openClicks(shopId, (clickAttribute ?? "").split(","), createdAt);
  const age = ({ occurredAt }: ClickName): number => Date.parse(createdAt) - occurredAt.getTime();
  const inAddress = openClicks(shopId, [landed], createdAt).filter(
    (one) => inCart.length === 0 || age(one) <= dayMs,
  );
  return [...new Map([...inCart, ...inAddress].map((one) => [one.clickId, one])).values()];
}

/** Opens signed clicks, each once. Skips those not signed for the shop and those too old for any terms. */
function openClicks(shopId: ShopId, signed: readonly string[], createdAt: string): ClickName[] {
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

/** Lifetime customers by the orders that bound them, those of the same transaction included. */
type BoundCustomers = {
  /** Every affiliate who may get an order through a lifetime customer. */
  readonly affiliateIds: readonly AffiliateId[];
  /**
   * The lifetime affiliate of an order's customer as a signal, from orders placed before it. Empty if there is
   * none.
   */
  readonly evidenceFor: (facts: OrderFacts) => Evidence[];
  /** Adds a credited order of this transaction. Orders come in the order of placing. */
  readonly take: (facts: OrderFacts, winner: Winner) => void;
};

/**
 * Reads the earlier orders that make lifetime customers, for orders judged for the first time. The result
 * depends on other orders, so it is read once, with the customer locked, and never again (M5). `batch` names
 * the orders of this transaction, whose rows in the database are outdated.
 */
export async function readBoundCustomers(
  tx: Tx,
  shopId: ShopId,
  of: {
    readonly orders: readonly OrderFacts[];
    readonly batch: readonly string[];
    readonly versions: readonly RulesVersion[];
  },
): Promise<BoundCustomers> {
  const known = of.orders.flatMap((facts) => {
    const { rules } = chooseRules(of.versions, facts.createdAt);
    return facts.customerHash === null ? [] : [{ hash: facts.customerHash, rules }];
  });
  const binding = known.filter(({ rules }) => rules.binding.kind !== "never");
  const counting = known.filter(({ rules }) => rules.newCustomer === "affiliate");
  await lockCustomers(tx, shopId, hashesOf([...binding, ...counting]));
  const credited = await creditedOrdersOf(tx, shopId, {
    customerHashes: hashesOf(binding),
    firstOnly: binding.every(({ rules }) => rules.binding.kind === "life"),
    except: of.batch,
  });
  return customersBoundBy(credited, of.versions);
}

function hashesOf(known: readonly { readonly hash: string }[]): string[] {
  return [...new Set(known.map((one) => one.hash))];
}

function customersBoundBy(
  credited: Map<string, CreditedOrder[]>,
  versions: readonly RulesVersion[],
): BoundCustomers {
  return {
    affiliateIds: [...credited.values()].flat().map((one) => one.affiliateId),
    evidenceFor: ({ customerHash, createdAt }) => {
      const earlier = credited.get(customerHash ?? "") ?? [];
      if (earlier.length === 0) return [];
      const { rules } = chooseRules(versions, createdAt);
      const bound = bindingAt(earlier, rules.binding, createdAt);
      if (bound === null) return [];
      const { affiliateId, at, orderId: boundBy } = bound;
      return [{ kind: "customer", affiliateId, at, boundBy }];
    },
    take: ({ id, customerHash, createdAt }, { affiliateId, evidence }) => {
      if (customerHash === null || evidence?.kind === "renewal") return;
      const order = { orderId: id, affiliateId, at: createdAt };
      credited.set(customerHash, [...(credited.get(customerHash) ?? []), order]);
    },
  };
}

/** `renewal` is null for an order that is not a renewal. */
type FoundRenewal = { readonly renewal: Renewal | null; readonly evidence: readonly Evidence[] };

export const noRenewal: FoundRenewal = { renewal: null, evidence: [] };

/** Orders that started subscriptions, including those of the same transaction. */
type FirstOrders = {
  /** Every affiliate who may be credited with a renewal. */
  readonly affiliateIds: readonly AffiliateId[];
  readonly findFor: (facts: OrderFacts) => FoundRenewal;
  /** Adds a judged order of this transaction. Orders come in the order of placing. */
  readonly take: (facts: OrderFacts, winner: Winner | null) => void;
};

/**
 * Reads the first orders of renewals judged for the first time (M23), with the customer locked, because they
 * are never read again (M5). `batch` names the orders of this transaction, whose rows in the database are
 * outdated.
 */
export async function readFirstOrders(
  tx: Tx,
  shopId: ShopId,
  of: { readonly orders: readonly OrderFacts[]; readonly batch: readonly string[] },
): Promise<FirstOrders> {
  const renewals = of.orders.filter((facts) => isRenewal(facts.sourceName));
  const beginning = of.orders.filter(
    (facts) => facts.customerId !== null && subscribedLines(facts).length > 0,
  );
  const customerIds = customerIdsOf(renewals);
  const locked = customerIdsOf([...renewals, ...beginning]);
  await lockCustomers(
    tx,
    shopId,
    locked.map((id) => `number ${id}`),
  );
  const known = await subscribedOrdersOf(tx, shopId, { customerIds, except: of.batch });
  return firstOrdersAmong(known);
}

function customerIdsOf(orders: readonly OrderFacts[]): string[] {
  return [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))];
}

function firstOrdersAmong(known: Map<string, SubscribedOrder[]>): FirstOrders {
  return {
    affiliateIds: [...known.values()].flat().flatMap(({ credit }) => credit?.affiliateId ?? []),
    findFor: (facts) => {
      if (!isRenewal(facts.sourceName)) return noRenewal;
      const first = firstOrderOf(facts, known.get(facts.customerId ?? "") ?? []);
      return {
        renewal: { firstOrderId: first?.orderId ?? null },
        evidence: first === null ? [] : evidenceOfFirst(first),
      };
    },
    take: (facts, winner) => {
      const { id: orderId, customerId, createdAt: at, test } = facts;
      if (customerId === null) return;
      const lines = subscribedLines(facts);
      if (lines.length === 0) return;
      const credit = winner && { affiliateId: winner.affiliateId, programId: winner.programId };
      known.set(customerId, [...(known.get(customerId) ?? []), { orderId, at, test, lines, credit }]);
    },
  };
}
