import type { AffiliateStatus } from "#app/domain/affiliate.ts";
import type { AffiliateWire } from "./affiliate.ts";
import { instantOrNull, moneyToWire } from "./to-wire.ts";

type AffiliateView = {
  readonly affiliateId: string;
  readonly name: string;
  readonly email: string;
  readonly status: AffiliateStatus;
  readonly nextStatuses: readonly AffiliateStatus[];
  readonly referralCode: string;
  readonly referralLink: string;
  readonly discountCodes: readonly string[];
  readonly programs: readonly { readonly id: string; readonly name: string }[];
  readonly tags: readonly string[];
  readonly endingTags: readonly { readonly tag: string; readonly endsAt: Date }[];
  readonly note: string;
  readonly revision: number;
  readonly figures: {
    readonly currency: string;
    readonly clicks: number;
    readonly orders: number;
    readonly revenueMinor: bigint;
    readonly commissionMinor: bigint;
  };
  readonly balances: readonly BalanceView[];
  readonly invitedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

type BalanceView = {
  readonly currency: string;
  readonly pendingMinor: bigint;
  readonly payableMinor: bigint;
  readonly inTransitMinor: bigint;
  readonly paidMinor: bigint;
};

/** An affiliate's balances in one currency. */
export function balanceToWire(balance: BalanceView): AffiliateWire["balances"][number] {
  const { currency } = balance;
  return {
    pending: moneyToWire(balance.pendingMinor, currency),
    payable: moneyToWire(balance.payableMinor, currency),
    inTransit: moneyToWire(balance.inTransitMinor, currency),
    paid: moneyToWire(balance.paidMinor, currency),
  };
}

/** An affiliate in the list. */
export type AffiliateRowWire = Pick<
  AffiliateWire,
  "id" | "name" | "email" | "status" | "referralCode" | "tags" | "endingTags" | "figures" | "createdAt"
>;

/** Row of the affiliate list. */
export function affiliateRowToWire(
  row: Pick<
    AffiliateView,
    | "affiliateId"
    | "name"
    | "email"
    | "status"
    | "referralCode"
    | "tags"
    | "endingTags"
    | "figures"
    | "createdAt"
  >,
): AffiliateRowWire {
  return {
    id: row.affiliateId,
    name: row.name,
    email: row.email,
    status: row.status,
    referralCode: row.referralCode,
    tags: [...row.tags],
    endingTags: endingTagsToWire(row.endingTags),
    figures: figuresToWire(row.figures),
    createdAt: row.createdAt.toISOString(),
  };
}

function endingTagsToWire(ending: AffiliateView["endingTags"]): AffiliateWire["endingTags"] {
  return ending.map(({ tag, endsAt }) => ({ tag, endsAt: endsAt.toISOString() }));
}

function figuresToWire(figures: AffiliateView["figures"]): AffiliateWire["figures"] {
  return {
    clicks: figures.clicks,
    orders: figures.orders,
    revenue: moneyToWire(figures.revenueMinor, figures.currency),
    commission: moneyToWire(figures.commissionMinor, figures.currency),
  };
}

/** An affiliate as the API and the screens show it. */
export function affiliateToWire(view: AffiliateView): AffiliateWire {
  return {
    id: view.affiliateId,
    name: view.name,
    email: view.email,
    status: view.status,
    nextStatuses: [...view.nextStatuses],
    referralCode: view.referralCode,
    referralLink: view.referralLink,
    discountCodes: [...view.discountCodes],
    programs: view.programs.map(({ id, name }) => ({ id, name })),
    tags: [...view.tags],
    endingTags: endingTagsToWire(view.endingTags),
    note: view.note,
    revision: view.revision,
    figures: figuresToWire(view.figures),
    balances: view.balances.map(balanceToWire),
    invitedAt: instantOrNull(view.invitedAt),
    acceptedAt: instantOrNull(view.acceptedAt),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}
