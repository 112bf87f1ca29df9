import type { SetupStep } from "#app/domain/dashboard-figures.ts";
import type { MoneyOnWire } from "../../shared/format.ts";

/** Data of the setup guide. */
export type SetupShown = {
  readonly steps: readonly SetupStep[];
  /** Defaults of a new program. */
  readonly defaults: { readonly windowDays: number; readonly approvalDays: number };
  /** A program to activate, while none was. */
  readonly draft: { readonly id: string; readonly name: string } | null;
  /** Active program, with its commission in words for affiliates, such as "Earn 10% of each sale." */
  readonly program: { readonly id: string; readonly promise: string } | null;
  /** The store's join page. Null while no program takes applications. */
  readonly joinUrl: string | null;
  readonly affiliate: { readonly name: string; readonly link: string } | null;
  readonly firstSale: SaleShown | null;
  readonly testOrder: TestOrderShown | null;
  readonly canEmail: boolean;
};

export type SaleShown = { readonly orderId: string; readonly name: string; readonly affiliateName: string };

/** A test order with its commission if it counted. */
type TestOrderShown = { readonly orderId: string; readonly name: string; readonly amount: MoneyOnWire };
