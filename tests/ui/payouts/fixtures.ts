import { fireEvent, screen, within } from "@testing-library/react";
import { vi } from "vitest";
import type { PayoutDetailWire, PaymentDetailWire, PayoutSectionDetailWire } from "#app/contracts/payout.ts";

export const usd = (amount: string) => ({ amount, currencyCode: "USD" });
export const eur = (amount: string) => ({ amount, currencyCode: "EUR" });
export const at = "/dashboard/affiliates/payouts";
export const pagination = { page: 1, limit: 10, total: 1 };

export const section: PayoutSectionDetailWire = {
  id: "pob_1",
  payout: "pyo_1",
  method: "paypal",
  currency: "USD",
  state: "needs_attention",
  reason: "Amounts changed. Review them again.",
  nextStep: { kind: "confirm", label: "Review", subject: "" },
  status: "planned",
  schedule: null,
  cutoffAt: null,
  chosen: null,
  planned: { count: 2, total: usd("12.01") },
  expected: { count: 2, total: usd("12.00") },
  needsApproval: false,
  createdBy: "Ada",
  createdAt: "2026-03-10T12:00:00.000Z",
  confirmedBy: null,
  confirmedAt: null,
  approvedBy: null,
  approvedAt: null,
  finishedAt: null,
  error: "",
  states: [{ status: "planned", count: 2, total: usd("12.01") }],
};

export const bank: PayoutSectionDetailWire = {
  ...section,
  id: "pob_2",
  method: "bank",
  state: "ready_to_download",
  reason: "Your bank needs this file.",
  nextStep: { kind: "download_file", label: "Download file", subject: "poc_1" },
  status: "sending",
  planned: { count: 1, total: usd("7.56") },
};

export const payout: PayoutDetailWire = {
  id: "pyo_1",
  state: "needs_attention",
  schedule: null,
  totals: [{ count: 2, total: usd("12.01") }],
  createdBy: "Ada",
  createdAt: "2026-03-10T12:00:00.000Z",
  sections: [section],
  skipped: [{ reason: "no_details", text: "No payout details", count: 1, available: usd("9.00") }],
};

export const payment: PaymentDetailWire = {
  id: "pit_1",
  payout: "pyo_1",
  section: "pob_1",
  affiliate: { id: "aff_1", name: "Zoë" },
  method: "paypal",
  amount: usd("5.00"),
  withheld: usd("0.00"),
  fee: usd("0.10"),
  status: "returned",
  receiver: "z…@example.com",
  reason: "The account is closed",
  contradiction: "",
  provider: { paymentId: "8AE", transactionId: "0C4", status: "RETURNED" },
  plannedAt: "2026-03-10T12:00:00.000Z",
  sentAt: "2026-03-10T12:01:00.000Z",
  settledAt: null,
  closedAt: "2026-03-10T12:02:00.000Z",
  covers: {
    lines: [
      { id: "com_1", kind: "commission", order: { id: "1", name: "#1004" }, amount: usd("7.00") },
      { id: "com_2", kind: "commission", order: { id: "2", name: "#1002" }, amount: usd("-2.00") },
      { id: "opb_1", kind: "opening_balance", order: null, amount: usd("3.00") },
    ],
    total: 3,
  },
  entries: [],
};

export const click = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
/** The button of the question that stands open. */
export const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
export const linkOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

type Posted = Record<string, FormDataEntryValue>;

/** Keeps what a form posts. */
export function listen() {
  const posted = vi.fn<(form: Posted) => void>();
  return {
    posted,
    told: (form: FormData) => {
      posted(Object.fromEntries(form));
      return { ok: true, text: "Done" };
    },
  };
}

/** A page of a payout with one section. */
export const sectionPage = {
  totalMinor: "1201",
  commissionCount: 23,
  reference: "",
  covered: {},
  payments: [payment],
  pagination,
  parts: { total: 0, shown: [] },
  books: null,
  today: "2026-03-10",
  staffCount: 2,
  isConfirmer: false,
  history: [],
  timeZone: "UTC",
  isAlone: true,
  skipped: [],
};
