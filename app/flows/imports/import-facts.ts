import type { Decisions } from "#app/domain/imports/decisions.ts";
import type { ImportSystem } from "#app/domain/imports/import-kinds.ts";
import type { ShopWith } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { AmountRow, CustomerRow, PersonRow } from "#app/domain/imports/import-rows.ts";
import type { ImportChoices, ImportReading } from "#app/domain/imports/import-reading.ts";
import { type AmountFacts, type AmountPlan, planAmounts } from "#app/domain/imports/plan-amounts.ts";
import { type CustomerFacts, type CustomerPlan, planCustomers } from "#app/domain/imports/plan-customers.ts";
import {
  type Claimed,
  linkKey,
  type PeopleFacts,
  type PersonPlan,
  planPeople,
} from "#app/domain/imports/plan-people.ts";
import { importedLinkKey, referralKey } from "#app/domain/referral-code.ts";
import type { LocalMoment } from "#app/domain/shadow/side-of-switch.ts";
import { dayIn, timeIn } from "#app/platform/clock.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { referralOwners } from "#app/store/affiliates.ts";
import { boundAmong } from "#app/store/bindings.ts";
import { codesByKey } from "#app/store/codes.ts";
import {
  affiliatesByExternalId,
  affiliatesWithBalances,
  ordersNamed,
  peopleByEmail,
} from "#app/store/file-imports.ts";
import { mappedNames } from "#app/store/imported-links.ts";
import { findShadow } from "#app/store/shadow.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { plannedPrograms } from "./file-programs.ts";

type PeopleOf = {
  readonly choices: ImportChoices;
  readonly system: ImportSystem;
  readonly decisions: Decisions;
  readonly claims?: Claimed;
};

/** The affiliates' ids in the other system. */
const idsOf = (rows: readonly { readonly externalId: string }[]): string[] => [
  ...new Set(rows.flatMap(({ externalId }) => (externalId === "" ? [] : [externalId]))),
];

/** Decides about people with the store's current affiliates, codes, links and programs. */
export async function planPeopleOf(
  db: Db,
  shop: ShopWith<"currency">,
  rows: readonly PersonRow[],
  { choices, system, decisions, claims }: PeopleOf,
): Promise<PersonPlan[]> {
  const { shopId, currency } = shop;
  const links = rows.flatMap((row) => row.links);
  const names = links.map(({ parameter, value }) => ({
    parameter: importedLinkKey(parameter),
    valueKey: importedLinkKey(value),
  }));
  const discounts = rows.flatMap((row) => row.discountCodes.map(referralKey));
  const byEmail = await peopleByEmail(
    db,
    shopId,
    rows.map(({ email }) => email),
  );
  const owners = await referralOwners(
    db,
    shopId,
    rows.map(({ referralCode }) => referralKey(referralCode)),
  );
  const mapped = await mappedNames(db, shopId, names);
  const owned = await codesByKey(db, shopId, discounts);
  const facts: PeopleFacts = {
    byEmail,
    referralOwners: owners,
    byExternalId: await affiliatesByExternalId(db, shopId, system, idsOf(rows)),
    linkOwners: new Map(
      mapped.map((one) => [linkKey({ parameter: one.parameter, value: one.valueKey }), one.affiliateId]),
    ),
    codeOwners: new Map(owned.map((one) => [one.codeKey, one.affiliateId])),
    ...(await plannedPrograms(db, shop, choices)),
    currency,
  };
  return planPeople(rows, facts, { claims, decisions });
}

type CustomersOf = {
  readonly system: ImportSystem;
  readonly decisions: Decisions;
  readonly seen: Map<string, number>;
};

/** Decides about customers with the store's current affiliates and lifetime customers. */
export async function planCustomersOf(
  db: Db,
  shopId: ShopId,
  rows: readonly CustomerRow[],
  { system, decisions, seen }: CustomersOf,
): Promise<CustomerPlan[]> {
  const emails = rows.map(({ email }) => email);
  const people = await peopleByEmail(db, shopId, emails);
  const bound = await boundAmong(
    db,
    shopId,
    rows.flatMap(({ fault, customerEmail }) => (fault === null ? [customerHash(shopId, customerEmail)] : [])),
  );
  const facts: CustomerFacts = {
    byEmail: new Map([...people].map(([key, { affiliateId }]) => [key, affiliateId])),
    byExternalId: await affiliatesByExternalId(db, shopId, system, idsOf(rows)),
    boundTo: (email) => bound.get(customerHash(shopId, email)) ?? null,
  };
  return planCustomers(rows, facts, { seen, decisions });
}

/** When the store goes live, by its own clock. */
async function liveMomentOf(db: Db, shopId: ShopId): Promise<LocalMoment | null> {
  const liveFrom = (await findShadow(db, shopId))?.liveFrom ?? null;
  const shop = liveFrom === null ? undefined : (await orderShopsOf(db, [shopId])).get(shopId);
  if (liveFrom === null || !shop) return null;
  return { day: dayIn(shop.timeZone, liveFrom), time: timeIn(shop.timeZone, liveFrom) };
}

type AmountsOf = {
  readonly reading: ImportReading;
  readonly decisions: Decisions;
  readonly now: Date;
};

/** Decides about amounts with the store's current affiliates and orders. `joinRows` decides about other rows' parts. */
export async function planAmountsOf(
  db: Db,
  { shopId, currency: ownCurrency }: ShopWith<"currency">,
  rows: readonly AmountRow[],
  { reading: { system, kind, currency }, decisions, now }: AmountsOf,
): Promise<AmountPlan[]> {
  const people = await peopleByEmail(
    db,
    shopId,
    rows.map(({ email }) => email),
  );
  const facts: AmountFacts = {
    byEmail: new Map([...people].map(([key, { affiliateId }]) => [key, affiliateId])),
    byExternalId: await affiliatesByExternalId(db, shopId, system, idsOf(rows)),
    orders: await ordersNamed(
      db,
      shopId,
      rows.filter(({ order }) => order !== ""),
      now,
    ),
    otherKind:
      kind === "referrals" || kind === "balances"
        ? await affiliatesWithBalances(db, shopId, {
            system,
            kind: kind === "referrals" ? "balances" : "referrals",
          })
        : new Set(),
    live: await liveMomentOf(db, shopId),
    expectedCurrencies: new Set([ownCurrency, ...(currency === null ? [] : [currency])]),
  };
  return planAmounts(rows, facts, { system, kind, decisions });
}
