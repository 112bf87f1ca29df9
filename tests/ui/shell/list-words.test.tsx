import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { affiliateFile, affiliateList } from "#app/contracts/lists/affiliates.ts";
import * as attribution from "#app/contracts/lists/attribution.ts";
import { commissionList } from "#app/contracts/lists/commissions.ts";
import { deliveryList } from "#app/contracts/lists/deliveries.ts";
import { flagList } from "#app/contracts/lists/flags.ts";
import * as ledger from "#app/contracts/lists/ledger.ts";
import * as links from "#app/contracts/lists/links.ts";
import type { ListColumn } from "#app/contracts/lists/list-spec.ts";
import { orderList } from "#app/contracts/lists/orders.ts";
import * as payouts from "#app/contracts/lists/payouts.ts";
import * as programs from "#app/contracts/lists/programs.ts";
import * as reconciliation from "#app/contracts/lists/reconciliation.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { badges } from "#app/i18n/en/admin/badges.ts";
import { lists } from "#app/i18n/en/admin/lists.ts";
import { type BadgeKind, badgeLook } from "#app/ui/shared/badge-looks.ts";
import { StatusBadge } from "#app/ui/shared/status-badge.tsx";
import { renderPage } from "./stub.tsx";

const specs: readonly { readonly columns: Readonly<Record<string, ListColumn<never>>> }[] = [
  affiliateFile,
  affiliateList,
  commissionList,
  deliveryList,
  flagList,
  orderList,
  ...[attribution, ledger, links, payouts, programs, reconciliation].flatMap((one) => Object.values(one)),
];

test("every heading of the catalog belongs to a column", () => {
  const used = specs
    .flatMap(({ columns }) => Object.values(columns))
    .flatMap(({ title, fileTitle }) => [title, fileTitle]);
  // Applications that nobody has decided have another heading.
  const known = new Set<unknown>([...used, "suggested"]);
  expect(Object.keys(lists.columns).filter((key) => !known.has(key))).toEqual([]);
});

test("closed states are gray, and every state has a word", () => {
  const closed: Partial<Record<BadgeKind, readonly string[]>> = {
    affiliate: ["rejected"],
    program: ["archived"],
    commission: ["denied", "reversed", "deduction"],
    section: ["canceled"],
    payment: ["returned", "canceled"],
    application: ["approved", "declined", "unconfirmed"],
    claim: ["accepted", "declined"],
    flag: ["confirmed", "dismissed"],
  };
  for (const [kind, states] of Object.entries(closed)) {
    for (const state of states) {
      expect([kind, state, badgeLook(kind as "order", state as "credited")]).toEqual([kind, state, {}]);
    }
  }
  renderPage(<StatusBadge of="affiliate" state="pending" />);
  expect(screen.getByText("Applied")).toBeDefined();
  const words = Object.values(badges.states).flatMap((states) => Object.values(states));
  expect(words.filter((word: string) => word === "")).toEqual([]);
});

test("dates in lists have a year if it is not the current one of the shop's time zone", () => {
  const { listDate, listDateTime } = formatsIn("en-US");
  const at = new Date("2026-01-01T03:30:00Z");
  const now = new Date("2026-11-25T12:00:00Z");
  expect(listDate(at, "UTC", now)).toBe("Jan 1");
  expect(listDate(at, "America/New_York", now)).toBe("Dec 31, 2025");
  expect(listDateTime(at, "UTC", now).replaceAll("\u00a0", " ")).toBe("Jan 1, 3:30 AM");
  expect(listDateTime(at, "America/New_York", now).replaceAll("\u00a0", " ")).toBe("Dec 31, 2025, 10:30 PM");
});
