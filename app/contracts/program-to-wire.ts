import type { ProgramStatus } from "#app/domain/program.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { OwnTermsWire, ProgramWire } from "./program.ts";
import { waitingToWire } from "./terms-change-to-wire.ts";
import { termsToWire } from "./terms-to-wire.ts";
import { instantOrNull, moneyToWire } from "./wire.ts";

type Waiting = Parameters<typeof waitingToWire>[0];

type ProgramView = {
  readonly programId: string;
  readonly name: string;
  readonly description: string;
  readonly status: ProgramStatus;
  readonly nextStatuses: readonly ProgramStatus[];
  readonly version: number;
  readonly revision: number;
  readonly terms: ProgramTerms;
  readonly waiting: Waiting | null;
  readonly notice: {
    readonly days: number;
    readonly next: { readonly days: number; readonly from: Date } | null;
  };
  readonly earnsUntil: Date | null;
  readonly affiliates: number;
  readonly figures: {
    readonly currency: string;
    readonly orders: number;
    readonly clickOrders: number;
    readonly revenueMinor: bigint;
    readonly commissionMinor: bigint;
  };
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** A program as the API and the screens show it. */
export function programToWire(view: ProgramView): ProgramWire {
  const { figures, terms, waiting, notice } = view;
  return {
    id: view.programId,
    name: view.name,
    description: view.description,
    status: view.status,
    nextStatuses: [...view.nextStatuses],
    version: view.version,
    revision: view.revision,
    terms: termsToWire(terms),
    waiting: waiting && waitingToWire(waiting, { inForce: terms, otherwise: terms }),
    noticeDays: notice.days,
    nextNotice: notice.next && { days: notice.next.days, from: notice.next.from.toISOString() },
    earnsUntil: instantOrNull(view.earnsUntil),
    affiliates: view.affiliates,
    figures: {
      orders: figures.orders,
      clickOrders: figures.clickOrders,
      revenue: moneyToWire(figures.revenueMinor, figures.currency),
      commission: moneyToWire(figures.commissionMinor, figures.currency),
    },
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

type OwnTermsView = {
  readonly affiliate: { readonly affiliateId: string };
  readonly program: { readonly programId: string; readonly terms: ProgramTerms };
  readonly waiting: Waiting | null;
  readonly terms: ProgramTerms;
  readonly isOwn: boolean;
  readonly version: number;
  readonly newestOwn: number;
};

/** An affiliate's terms in a program, as the API writes them. */
export function ownTermsToWire(view: OwnTermsView): OwnTermsWire {
  const { program, terms, waiting } = view;
  return {
    affiliate: view.affiliate.affiliateId,
    program: program.programId,
    own: view.isOwn,
    version: view.version,
    revision: view.newestOwn,
    terms: termsToWire(terms),
    waiting: waiting && waitingToWire(waiting, { inForce: terms, otherwise: program.terms }),
  };
}
