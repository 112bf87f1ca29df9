import type { ProgramStatus, ProgramTerms } from "#app/domain/program.ts";
import { toPercent } from "#app/domain/rate.ts";
import type { ProgramWire } from "./program.ts";
import { moneyToWire } from "./to-wire.ts";

type ProgramView = {
  readonly programId: string;
  readonly name: string;
  readonly description: string;
  readonly status: ProgramStatus;
  readonly nextStatuses: readonly ProgramStatus[];
  readonly version: number;
  readonly revision: number;
  readonly terms: ProgramTerms;
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

/** Terms as the API writes them. */
export function termsToWire(terms: ProgramTerms): ProgramWire["terms"] {
  const { commission, attributionDays, holdDays } = terms;
  return {
    commission:
      commission.kind === "percentage"
        ? { type: "percentage", percent: toPercent(commission.rateBps) }
        : { type: "fixed", amount: moneyToWire(commission.amount.minor, commission.amount.currency) },
    attributionDays,
    holdDays,
  };
}

/** A program as the API and the screens show it. */
export function programToWire(view: ProgramView): ProgramWire {
  const { figures } = view;
  return {
    id: view.programId,
    name: view.name,
    description: view.description,
    status: view.status,
    nextStatuses: [...view.nextStatuses],
    version: view.version,
    revision: view.revision,
    terms: termsToWire(view.terms),
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
