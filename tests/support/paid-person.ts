import type { TypedAccount } from "#app/domain/payouts/details.ts";
import { confirmDetails } from "#app/flows/affiliates/confirm-details.ts";
import { enterDetails, sendConfirmationAgain } from "#app/flows/affiliates/enter-details.ts";
import { readDetails } from "#app/flows/affiliates/read-details.ts";
import { withdrawDetails } from "#app/flows/affiliates/withdraw-details.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { effectiveDetails } from "#app/store/payout-details.ts";
import { emailsOf, tokenIn } from "./emails.ts";
import { makeMerchant } from "./merchant.ts";

export const start = new Date("2026-04-01T09:00:00Z");
export const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

export const paypal = { kind: "paypal", email: "zoe@paypal.example" } as const satisfies TypedAccount;
export const iban = {
  kind: "iban",
  holder: "Zoë Núñez",
  country: "DE",
  currency: "EUR",
  iban: "DE89370400440532013000",
  bic: "",
} as const satisfies TypedAccount;

/** A signed-in affiliate, and what they do at an hour. */
export async function makePerson() {
  const merchant = await makeMerchant();
  return { ...merchant, ...(await personOf(merchant, merchant.affiliateId)) };
}

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** Actions of one of the merchant's affiliates. */
export async function personOf({ shop, shopId }: Merchant, affiliateId: Merchant["affiliateId"]) {
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  if (!affiliate) throw new Error("The affiliate that was just made is not there.");
  const to = affiliate.email;
  const newestToken = async () =>
    tokenIn((await emailsOf(shopId)).findLast((mail) => mail.to === to && mail.text.includes("#token=")));
  return {
    affiliate,
    newestToken,
    enter: (typed: TypedAccount, hours: number) =>
      enterDetails(typed, { shop, affiliate, now: after(hours) }),
    again: (hours: number) => sendConfirmationAgain({ shop, affiliate, now: after(hours) }),
    confirm: async (hours: number) => confirmDetails(await newestToken(), after(hours)),
    withdraw: (id: string, hours: number) => withdrawDetails(affiliate, id, after(hours)),
    held: async (hours: number) =>
      (await effectiveDetails(db(), shopId, [affiliateId], after(hours))).get(affiliateId)?.masked ?? null,
    stands: async (hours: number) => {
      const { current, next, unconfirmed } = await readDetails(shopId, affiliateId, after(hours));
      return [current?.account ?? null, next?.account ?? null, unconfirmed?.account ?? null];
    },
    idOf: async (which: "next" | "unconfirmed" | "current", hours: number) =>
      (await readDetails(shopId, affiliateId, after(hours)))[which]?.id ?? "",
  };
}
