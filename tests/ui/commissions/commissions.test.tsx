import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import { CommissionsPage } from "#app/ui/admin/commissions/commissions-page.tsx";
import type { ChosenAffiliate } from "#app/ui/shared/pickers/filter-pickers.tsx";
import { firstOf } from "../affiliates/sample.ts";
import { usd } from "../orders/explained.ts";
import { renderPage } from "../shell/stub.tsx";
import { commission } from "./sample.ts";
import { listDay } from "../list-day.ts";

const at = "/dashboard/affiliates/commissions";

const selectAll = () => firstOf(screen.getAllByRole("checkbox", { name: /Select all/ }));

const listOf = (
  commissions: readonly CommissionEntryWire[],
  affiliate: ChosenAffiliate | null = null,
  toApprove: number | null = null,
  payout: Parameters<typeof CommissionsPage>[0]["payout"] = null,
  missedMinimums: Parameters<typeof CommissionsPage>[0]["missedMinimums"] = {},
) => (
  <CommissionsPage
    commissions={commissions}
    payout={payout}
    program={{ id: "prg_1", name: "Creators" }}
    pagination={{ page: 1, limit: 10, total: commissions.length }}
    timeZone="UTC"
    missedMinimums={missedMinimums}
    affiliate={affiliate}
    toApprove={toApprove}
  />
);

async function choose(action: string) {
  fireEvent.click(firstOf(screen.getAllByRole("checkbox", { name: /Select commission/ })));
  fireEvent.click(firstOf(await screen.findAllByRole("button", { name: action })));
  return await screen.findByRole("dialog");
}

describe("commissions on the screen", () => {
  it("say where each is, until when, and why, and can be narrowed by state and kind", async () => {
    renderPage(listOf([commission]), { at: `${at}?kind=order&program=prg_1` });
    const link = await screen.findByRole("link", { name: "#1001" });
    expect(link.getAttribute("href")).toBe(`${at}/com_1`);
    for (const text of ["Ada", "$5.00", "Approves Mar 18, 2026"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    const tabs = ["Pending", "Approved", "On hold", "In payout", "Paid", "Denied", "Reversed"];
    for (const name of ["All, selected", ...tabs]) {
      expect(screen.getByRole("link", { name })).toBeDefined();
    }
    fireEvent.click(screen.getByRole("button", { name: "Filter (2)" }));
    expect(screen.getByRole("combobox", { name: "Type" })).toHaveProperty("value", "order");
    expect(screen.getByRole("combobox", { name: "Program" })).toHaveProperty("value", "Creators");
  });

  it("name the payout, section or payment that they are narrowed to", async () => {
    const day = "2026-03-25T12:00:00.000Z";
    for (const [name, label] of [
      [{ kind: "payout", at: day }, listDay("Payout, Mar 25, 2026")],
      [{ kind: "section", at: day, method: "paypal" }, listDay("PayPal payout, Mar 25, 2026")],
      [{ kind: "payment", affiliateName: "Ada" }, "Payment to Ada"],
      [null, "Unknown payout"],
    ] as const) {
      const { unmount } = renderPage(listOf([commission], null, null, { id: "pyo_1", name }), {
        at: `${at}?payout=pyo_1`,
      });
      expect(await screen.findByRole("button", { name: `Remove ${label}` })).toBeDefined();
      unmount();
    }
  });

  it("say that an approved one is ready to pay, or which minimum the balance does not reach", () => {
    const reason = { code: "release-due", text: "Ready to pay" };
    const approved = { ...commission, status: "approved", reason } as const;
    const { unmount } = renderPage(listOf([approved]), { at });
    expect(screen.getByText("Ready to pay")).toBeDefined();
    unmount();
    const missed = { [`${commission.affiliate.id} USD`]: usd("25.00") };
    renderPage(listOf([approved], null, null, null, missed), { at });
    expect(screen.getByText("Below $25.00 minimum")).toBeDefined();
    expect(screen.queryByText("Ready to pay")).toBeNull();
  });

  it("lead from a paid one to its payment", async () => {
    const paid = {
      ...commission,
      status: "paid",
      payment: { id: "pit_1", sectionId: "pyo_1", method: "paypal", at: "2026-03-20T12:00:00.000Z" },
    } as const;
    const payment = "/dashboard/affiliates/payouts/payments/pit_1";
    renderPage(listOf([paid]), { at, paths: [payment, `${at}/com_1`] });
    fireEvent.click(await screen.findByRole("link", { name: listDay("Mar 20, 2026, PayPal") }));
    expect(await screen.findByText(`arrived at ${payment}`)).toBeDefined();
  });

  it("offer those to approve where a program asks for manual approval", () => {
    const waiting = {
      ...commission,
      status: "to_approve",
      reason: { code: "approval-needed", text: "Ready for your approval" },
    } as const;
    renderPage(listOf([waiting], null, 4), { at });
    const tab = screen.getByRole("link", { name: "To approve (4)" });
    expect(tab.getAttribute("href")).toContain("status=to_approve");
    const row = screen.getByRole("row", { name: /#1001/ });
    expect(within(row).getByText("To approve")).toBeDefined();
    expect(within(row).getByText("Ready for your approval")).toBeDefined();
  });

  it("offer no tab for approval where every program approves automatically", () => {
    renderPage(listOf([commission]), { at });
    expect(screen.queryByRole("link", { name: /^To approve/ })).toBeNull();
  });

  it("without an order are called what they are", () => {
    const reason = { code: "approval-not-begun", text: "The order is not paid yet." };
    const added = {
      ...commission,
      id: "com_2",
      kind: "manual",
      order: null,
      approvesAt: null,
      reason,
    } as const;
    renderPage(listOf([added, { ...commission, kind: "bonus" }]), { at });
    expect(screen.getByRole("link", { name: "Manual commission" }).getAttribute("href")).toBe(`${at}/com_2`);
    expect(screen.getByRole("link", { name: "Bonus (#1001)" })).toBeDefined();
    expect(screen.getByText("The order is not paid yet.")).toBeDefined();
  });

  it("name and open the payment that pays them, or a part of them", async () => {
    const payment = {
      id: "pit_1",
      sectionId: "pob_1",
      method: "paypal",
      at: "2026-03-25T12:00:00.000Z",
    } as const;
    const paid = { ...commission, status: "paid", pending: usd("0.00"), paid: usd("5.00"), payment } as const;
    const partly = {
      ...paid,
      id: "com_2",
      status: "approved",
      isPartlyPaid: true,
      paid: usd("2.00"),
    } as const;
    const underWay = { ...paid, id: "com_3", status: "in_payout" } as const;
    renderPage(listOf([paid, partly, underWay]), { at });
    const link = await screen.findByRole("link", { name: listDay("Mar 25, 2026, PayPal") });
    expect(link.getAttribute("href")).toBe("/dashboard/affiliates/payouts/payments/pit_1");
    expect(screen.getByRole("link", { name: listDay("PayPal payout, Mar 25, 2026") })).toBeDefined();
    expect(screen.getByText("Partly paid")).toBeDefined();
    expect(screen.getByText("$2.00 of $5.00")).toBeDefined();
  });

  const deduction = {
    id: "com_1.open",
    kind: "deduction",
    status: "approved",
    reason: { code: "deduction", text: "Refund of #1001" },
    commissionId: "com_1",
    order: commission.order,
    affiliate: commission.affiliate,
    program: null,
    amount: usd("-2.00"),
    payment: null,
    createdAt: commission.createdAt,
  } as const;

  it("are all selected where only deductions are skipped", async () => {
    renderPage(listOf([commission, deduction]), { at });
    await screen.findAllByRole("link", { name: "#1001" });
    fireEvent.click(selectAll());
    await waitFor(() => expect(selectAll()).toHaveProperty("checked", true));
    expect(screen.getAllByText("1 selected").length).toBeGreaterThan(0);
  });

  it("have deductions as rows of their own, which no decision is about", async () => {
    renderPage(listOf([deduction, { ...commission, id: "com_3", order: { id: "1003", name: "#1003" } }]), {
      at,
    });
    const [link] = await screen.findAllByRole("link", { name: "#1001" });
    expect(link?.getAttribute("href")).toBe(`${at}/com_1`);
    for (const text of ["-$2.00", "Deduction", "Refund of #1001", "To deduct"]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    }
    expect(screen.getByRole("checkbox", { name: "Select commission #1001" })).toHaveProperty(
      "disabled",
      true,
    );
  });

  it("say what will appear where nothing was earned, and how to add one", async () => {
    renderPage(listOf([]), { at });
    expect(await screen.findByText("No commissions yet")).toBeDefined();
    expect(firstOf(screen.getAllByRole("link", { name: "Add commission" })).getAttribute("href")).toBe(
      `${at}/new`,
    );
  });
});

describe("a decision about several commissions", () => {
  it("to deny them is asked for with its reason, and not sent without", async () => {
    const posted: Record<string, FormDataEntryValue>[] = [];
    const unchanged = [{ id: "com_2", name: "#1002, Ada", reason: "It is denied already" }];
    const answer = (form: FormData) => {
      posted.push(Object.fromEntries(form));
      return { ok: true, status: "denied", changed: 1, unchanged };
    };
    renderPage(listOf([commission]), { at, answer });
    const dialog = await choose("Deny");
    expect(within(dialog).getByText("Deny 1 commission?")).toBeDefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Deny 1" }));
    expect(await within(dialog).findByText("Enter a reason")).toBeDefined();
    expect(posted).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: " A self-referral " } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Deny 1" }));
    await waitFor(() => expect(posted).toEqual([{ kind: "denied", note: "A self-referral", ids: "com_1" }]));
    expect(await screen.findByText("1 commission denied")).toBeDefined();
    expect(screen.getByText("#1002, Ada: It is denied already")).toBeDefined();
  });

  it("to approve them needs no note", async () => {
    const posted: (FormDataEntryValue | null)[] = [];
    const answer = (form: FormData) => {
      posted.push(form.get("kind"), form.get("note"));
      return { ok: true, status: "approved", changed: 1, unchanged: [] };
    };
    renderPage(listOf([commission]), { at, answer });
    const dialog = await choose("Approve");
    fireEvent.click(within(dialog).getByRole("button", { name: "Approve 1" }));
    await waitFor(() => expect(posted).toEqual(["approved", ""]));
    expect(await screen.findByText("1 commission approved")).toBeDefined();
  });

  it("is about those that it applies to, and says how many those are", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => {
      posted.push(form.getAll("ids"));
      return { ok: true, status: "approved", changed: 1, unchanged: [] };
    };
    const paid = { ...commission, id: "com_2", status: "paid" as const, open: ["denied" as const] };
    renderPage(listOf([commission, paid]), { at, answer });
    fireEvent.click(selectAll());
    expect(screen.queryByRole("button", { name: "Release" })).toBeNull();
    fireEvent.click(firstOf(await screen.findAllByRole("button", { name: "Approve" })));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/^1 of 2 can be approved\./)).toBeDefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Approve 1" }));
    await waitFor(() => expect(posted).toEqual([["com_1"]]));
  });
});
