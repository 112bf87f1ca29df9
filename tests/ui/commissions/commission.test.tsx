import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AddCommissionPage } from "#app/ui/admin/commissions/add-commission-page.tsx";
import { CommissionPage, type CommissionData } from "#app/ui/admin/commissions/commission-page.tsx";
import { firstOf } from "../affiliates/sample.ts";
import { explained, usd } from "../orders/explained.ts";
import { listDay } from "../list-day.ts";
import { openedActions, pressMore } from "../more-actions.ts";
import { renderPage } from "../shell/stub.tsx";
import { detail } from "./sample.ts";

const at = "/dashboard/affiliates/commissions/com_1";
const page: CommissionData = {
  commission: detail,
  explained,
  flags: [],
  timeZone: "UTC",
  wouldOwe: null,
  adjustmentId: "adj_1",
};

/** Keeps what forms post, and answers with `answer`. */
function recorder(answer: unknown = { ok: true }) {
  const posted: Record<string, FormDataEntryValue>[] = [];
  return {
    posted,
    answer: (form: FormData) => {
      posted.push(Object.fromEntries(form));
      return answer;
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

const write = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("a commission's page", () => {
  it("says where it is and why, and how it came about on request", async () => {
    renderPage(<CommissionPage {...page} />, { at });
    expect(await screen.findByRole("heading", { level: 1, name: "Commission for #1001" })).toBeDefined();
    expect(screen.getByText("Approves Mar 18, 2026")).toBeDefined();
    expect(screen.getByText("10% of $100.00.")).toBeDefined();
    const order = screen.getByRole("link", { name: "#1001" });
    expect(order.getAttribute("href")).toBe("/dashboard/orders/1001");
    const details = screen.getByText("Show calculation").closest("details");
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain("Commission expense → Pending");
  });

  it("leads to the flag that is open", async () => {
    const flag = { id: "flg_1", name: "Self-referral", status: "open", text: "Same email" } as never;
    renderPage(<CommissionPage {...page} flags={[flag]} />, { at });
    const review = await screen.findByRole("link", { name: "Review order" });
    expect(review.getAttribute("href")).toBe("/dashboard/affiliates/flags/flg_1");
  });

  it("tells what people did and what was refunded, newest first, with who and when", () => {
    const at1 = "2026-03-05T10:00:00.000Z";
    const decisions = [
      { id: "dec_1", kind: "held" as const, note: "", to: null, by: "Bea", at: at1 },
      {
        id: "dec_2",
        kind: "reassigned" as const,
        note: "They asked",
        to: { id: "aff_2", name: "Bob" },
        by: "Cy",
        at: "2026-03-07T10:00:00.000Z",
      },
    ];
    const adjustments = [
      {
        id: "adj_1",
        affiliateId: "aff_1",
        commissionId: "com_1",
        amount: usd("-4.00"),
        note: "Too much",
        by: "Bea",
        at: "2026-03-06T10:00:00.000Z",
      },
    ];
    renderPage(<CommissionPage {...page} commission={{ ...detail, decisions, adjustments }} />, { at });
    const heading = screen.getByRole("heading", { name: "Timeline" });
    const section = heading.closest(".Polaris-ShadowBevel") ?? document.body;
    const texts = within(section as HTMLElement)
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(texts).toEqual([
      expect.stringContaining(`Moved to Bob: They askedCy · ${listDay("Mar 7, 2026")}`),
      expect.stringContaining(`Adjusted Ada by -$4.00: Too muchBea · ${listDay("Mar 6, 2026")}`),
      expect.stringContaining(`Refund of $50.00 pending${listDay("Mar 5, 2026")}`),
      expect.stringContaining(`Put on holdBea · ${listDay("Mar 5, 2026")}`),
      expect.stringContaining(`Earned $10.00${listDay("Mar 4, 2026")}`),
    ]);
  });

  it("offers the decisions that are open, and posts the one that was confirmed", async () => {
    const { posted, answer } = recorder();
    renderPage(<CommissionPage {...page} />, { at, answer });
    for (const name of ["Release", "Reopen"]) expect(screen.queryByRole("button", { name })).toBeNull();
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Hold" })));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Put $5.00 on hold?")).toBeDefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Hold" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "decide", kind: "held", note: "" }]));
    expect(await screen.findByText("Commission on hold")).toBeDefined();
  });

  it("asks about a commission of nothing without its amount", async () => {
    const nothing = { ...page.commission, amount: { amount: "0.00", currencyCode: "USD" } };
    renderPage(<CommissionPage {...page} commission={nothing} />, { at });
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Hold" })));
    expect(await screen.findByText("Put this commission on hold?")).toBeDefined();
  });

  it("warns before a denial where the money is gone, and shows why a decision was refused", async () => {
    const { answer } = recorder({ ok: false, message: "It is denied already", errors: [] });
    renderPage(<CommissionPage {...page} wouldOwe={usd("5.00")} />, { at, answer });
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Deny" })));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/Ada was already paid and will owe you \$5\.00\./)).toBeDefined();
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: "Fraud" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Deny" }));
    expect(await screen.findByText("It is denied already")).toBeDefined();
  });

  it("adjusts under the id that came with the page, and shows faults at their fields", async () => {
    const errors = [{ field: "amount", message: "Must not be zero" }];
    const { posted, answer } = recorder({ ok: false, message: "Must not be zero", errors });
    renderPage(<CommissionPage {...page} />, { at, answer });
    write(/^Amount/, "0");
    fireEvent.change(firstOf(screen.getAllByLabelText(/^Note/)), { target: { value: "For nothing" } });
    fireEvent.click(screen.getByRole("button", { name: "Adjust balance" }));
    expect(await screen.findByText("Must not be zero")).toBeDefined();
    expect(posted).toEqual([{ intent: "adjust", adjustmentId: "adj_1", amount: "0", note: "For nothing" }]);
  });

  it("proposes affiliates whom the text may mean, and posts the id of the one that is chosen", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(
        Response.json({ affiliates: [{ id: "aff_bob", name: "Bob", email: "bob@example.com" }] }),
      );
    });
    const { container } = renderPage(<CommissionPage {...page} />, { at });
    await pressMore("Change affiliate");
    const field = screen.getByLabelText(/^Affiliate/);
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: "bo" } });
    fireEvent.click(await screen.findByText("bob@example.com"));
    expect(field).toHaveProperty("value", "Bob");
    const posted = () =>
      [...container.querySelectorAll("[name=affiliateId]")].map((one) => one.getAttribute("value"));
    expect(posted()).toEqual(["aff_bob"]);
    expect(screen.getByText(/Bob earns it under the same terms/)).toBeDefined();
    expect(asked.at(-1)).toBe("/api/v1/affiliates?search=bo&status=active&limit=10");
    fireEvent.change(field, { target: { value: "zoe@example.com" } });
    expect(posted()).toEqual(["zoe@example.com"]);
  });

  it("moves to another affiliate, also where no proposals can be had", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    const { posted, answer } = recorder();
    renderPage(<CommissionPage {...page} wouldOwe={usd("5.00")} />, { at, answer });
    await pressMore("Change affiliate");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/will owe you \$5\.00/)).toBeDefined();
    write(/^Affiliate/, "bob@example.com");
    fireEvent.click(within(dialog).getByRole("button", { name: "Change affiliate" }));
    await waitFor(() =>
      expect(posted).toEqual([
        { intent: "reassign", affiliateId: "bob@example.com", programId: "", note: "" },
      ]),
    );
  });

  it("offers no credit that the affiliate has no more", async () => {
    const reason = { code: "reassigned-away", text: "Moved to Bea" };
    renderPage(<CommissionPage {...page} commission={{ ...detail, status: "reversed", reason }} />, { at });
    expect(await screen.findByText("Moved to Bea")).toBeDefined();
    expect(await openedActions("Change affiliate")).toEqual([]);
  });

  it("of a manual commission shows why it was added, and no order to reassign", async () => {
    const added = { note: "From last year", by: "Bea" };
    const commission = { ...detail, kind: "manual" as const, order: null, added };
    renderPage(<CommissionPage {...page} commission={commission} explained={null} />, { at });
    expect(screen.getByText("Manual commission for Ada")).toBeDefined();
    expect(screen.getByText("Manual commission added: From last year")).toBeDefined();
    expect(await openedActions("Change affiliate")).toEqual([]);
  });
});

describe("the page that adds a commission", () => {
  const add = {
    programs: [{ id: "prg_1", name: "Creators" }],
    affiliate: { id: "aff_ada", name: "Ada", email: "ada@example.com" },
    currency: "EUR",
    commissionId: "com_9",
    refusal: null,
  };

  it("posts what was filled in, under the id that came with it", async () => {
    const { posted, answer } = recorder(null);
    renderPage(<AddCommissionPage {...add} />, { at, answer });
    write(/^Amount/, "12.00");
    write(/^Note/, "From last year");
    fireEvent.click(screen.getByRole("button", { name: "Add commission" }));
    await waitFor(() =>
      expect(posted).toEqual([
        {
          commissionId: "com_9",
          affiliateId: "ada@example.com",
          programId: "",
          amount: "12.00",
          order: "",
          approvalDays: "",
          note: "From last year",
        },
      ]),
    );
  });

  it("keeps what was typed and names the faults at their fields", () => {
    const errors = [
      { field: "amount", message: "Must be above zero" },
      { field: "order", message: "There is no order of that name" },
    ];
    const given = { affiliateId: "bob@example.com", amount: "-1", order: "#404" };
    renderPage(<AddCommissionPage {...add} refusal={{ message: "", errors, given }} />, { at });
    for (const text of ["Must be above zero", "There is no order of that name"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    for (const typed of ["bob@example.com", "-1", "#404"]) {
      expect(screen.getByDisplayValue(typed)).toBeDefined();
    }
  });
});
