import type { ShopId } from "#app/domain/ids.ts";
import type { AmountRow, CustomerRow, PersonRow } from "#app/domain/imports/import-rows.ts";
import type { ImportReading } from "#app/domain/imports/import-reading.ts";
import { type AmountFacts, type AmountPlan, planAmounts } from "#app/domain/imports/plan-amounts.ts";
import { type CustomerPlan, planCustomers } from "#app/domain/imports/plan-customers.ts";
import { type Claimed, linkKey, type PersonPlan, planPeople } from "#app/domain/imports/plan-people.ts";
import { isIdOf, type ProgramId } from "#app/domain/ids.ts";
import { importedLinkKey, referralKey } from "#app/domain/referral-code.ts";
import type { LocalMoment } from "#app/domain/shadow/side-of-switch.ts";
import { dayIn, timeIn } from "#app/platform/clock.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { takenCodesOf } from "#app/store/affiliates.ts";
import { boundAmong } from "#app/store/bindings.ts";
import { codesByKey } from "#app/store/codes.ts";
import {
  affiliatesByExternalId,
  affiliatesWithBalances,
  ordersNamed,
  peopleByEmail,
} from "#app/store/file-imports.ts";
import { mappedNames } from "#app/store/imported-links.ts";
import { listPrograms } from "#app/store/programs.ts";
import { findShadow } from "#app/store/shadow.ts";
import { orderShopsOf } from "#app/store/shops.ts";

const mostPrograms = 250;

/** Decides about people with the store's current affiliates, codes, links and programs. */
export async function planPeopleOf(
  db: Db,
  shopId: ShopId,
  rows: readonly PersonRow[],
  { programId, claims }: Pick<ImportReading, "programId"> & { readonly claims?: Claimed },
): Promise<PersonPlan[]> {
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
  const takenCodes = await takenCodesOf(
    db,
    shopId,
    rows.map(({ referralCode }) => referralKey(referralCode)),
  );
  const mapped = await mappedNames(db, shopId, names);
  const owned = await codesByKey(db, shopId, discounts);
  const programs = await listPrograms(db, shopId, { filter: {}, limit: mostPrograms, offset: 0 });
  const open = programs.filter(({ status }) => status !== "archived");
  const isKnown = isIdOf("program", programId) && open.some((one) => one.programId === programId);
  const facts = {
    byEmail,
    takenCodes,
    linkOwners: new Map(
      mapped.map((one) => [linkKey({ parameter: one.parameter, value: one.valueKey }), one.affiliateId]),
    ),
    codeOwners: new Map(owned.map((one) => [one.codeKey, one.affiliateId])),
    programs: new Map(open.map((one) => [one.name.toLowerCase(), one.programId])),
    usualProgram: isKnown ? (programId as ProgramId) : null,
  };
  return planPeople(rows, facts, claims);
}

/** Decides about customers with the store's current affiliates and lifetime customers. */
export async function planCustomersOf(
  db: Db,
  shopId: ShopId,
  rows: readonly CustomerRow[],
  { system, seen }: Pick<ImportReading, "system"> & { readonly seen: Map<string, number> },
): Promise<CustomerPlan[]> {
  const emails = rows.map(({ email }) => email);
  const people = await peopleByEmail(db, shopId, emails);
  const bound = await boundAmong(
    db,
    shopId,
    rows.flatMap(({ fault, customerEmail }) => (fault === null ? [customerHash(shopId, customerEmail)] : [])),
  );
  const facts = {
    byEmail: new Map([...people].map(([key, { affiliateId }]) => [key, affiliateId])),
    byExternalId: await affiliatesByExternalId(db, shopId, system),
    boundTo: (email: string) => bound.get(customerHash(shopId, email)) ?? null,
  };
  return planCustomers(rows, facts, seen);
}

/** When the store goes live, by its own clock. */
async function liveMomentOf(db: Db, shopId: ShopId): Promise<LocalMoment | null> {
  const liveFrom = (await findShadow(db, shopId))?.liveFrom ?? null;
  const shop = liveFrom === null ? undefined : (await orderShopsOf(db, [shopId])).get(shopId);
  if (liveFrom === null || !shop) return null;
  return { day: dayIn(shop.timeZone, liveFrom), time: timeIn(shop.timeZone, liveFrom) };
}

/** Decides about amounts with the store's current affiliates and orders. `joinRows` decides about other rows' parts. */
export async function planAmountsOf(
  db: Db,
  shopId: ShopId,
  rows: readonly AmountRow[],
  { reading: { system, kind }, now }: { readonly reading: ImportReading; readonly now: Date },
): Promise<AmountPlan[]> {
  const people = await peopleByEmail(
    db,
    shopId,
    rows.map(({ email }) => email),
  );
  const facts: AmountFacts = {
    byEmail: new Map([...people].map(([key, { affiliateId }]) => [key, affiliateId])),
    byExternalId: await affiliatesByExternalId(db, shopId, system),
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
  };
  return planAmounts(rows, facts, { system, kind });
}
