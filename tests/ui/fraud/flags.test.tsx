import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type FlagWire } from "#app/contracts/flag.ts";
import { fraudRulesForm } from "#app/contracts/fraud-rule.ts";
import { fraudRuleViews } from "#app/flows/fraud/rules.ts";
import { wordedRule } from "#app/http/flag-words.ts";
import { chosenRules } from "#app/domain/fraud/rules.ts";
import { FlagPage, type FlagPageProps } from "#app/ui/admin/fraud/flag-page.tsx";
import { FlagsPage } from "#app/ui/admin/fraud/flags-page.tsx";
import { FraudRulesPage } from "#app/ui/admin/fraud/fraud-rules-page.tsx";
import { firstOf } from "../affiliates/sample.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const evidence = {
  code: "save10",
  orders: 40,
  visited: 2,
  fresh: 30,
  foreign: 12,
  ordersBefore: 20,
  visitedBefore: 18,
};
const flag: FlagWire = {
  id: "flg_1",
  kind: "leaked-code",
  name: "Leaked code",
  about: { kind: "code", id: "save10", name: "SAVE10" },
  affiliate: { id: "aff_1", name: "Ada" },
  text: "38 of 40 orders with code SAVE10 in 30 days had no visit",
  evidence,
  score: 78,
  action: "hold",
  status: "open",
  raisedAt: "2026-03-05T10:00:00.000Z",
  decidedAt: null,
  decidedBy: null,
  note: "",
};
const at = "/dashboard/affiliates/flags";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

/** As the server reads a field: a name that is sent twice is a list. */
function sentAs(form: FormData, name: string): unknown {
  const all = form.getAll(name);
  return all.length > 1 ? all : all[0];
}

describe("the list of flags", () => {
  const list = {
    pagination: { page: 1, limit: 10, total: 1 },
    affiliate: null,
    timeZone: "UTC",
    amounts: {},
  };

  it("says about what, by which rule, and what each flag does", async () => {
    renderPage(<FlagsPage flags={[flag]} {...list} amounts={{ flg_1: usd("6.75") }} />, { at });
    expect(screen.getByText("$6.75")).toBeDefined();
    expect(screen.getByRole("link", { name: "SAVE10" }).getAttribute("href")).toBe(`${at}/flg_1`);
    expect(screen.getByText("Leaked code")).toBeDefined();
    expect(screen.getByText("Commission held")).toBeDefined();
  });

  it("says so where nothing needs review", () => {
    const nothing = { page: 1, limit: 10, total: 0 };
    renderPage(<FlagsPage {...list} flags={[]} pagination={nothing} />, { at });
    expect(screen.getByText("Nothing to review")).toBeDefined();
  });
});

describe("the page of a flag", () => {
  const page: FlagPageProps = {
    flag,
    deniable: null,
    canSuspend: false,
    order: null,
    counts: { credited: 3, flagged: 2 },
    similar: [{ ...flag, id: "flg_2", about: { kind: "code", id: "save20", name: "SAVE20" } }],
    picture: null,
    timeZone: "UTC",
  };

  it("states what is at stake, the order, and the affiliate's other flags", () => {
    const held = { amount: usd("6.75"), isHeld: true, wouldOwe: null };
    const order = { net: usd("45.00"), placedAt: "2026-03-05T09:59:00.000Z" };
    renderPage(<FlagPage {...page} deniable={held} order={order} />, { at: `${at}/flg_1` });
    expect(screen.getByText(/\$6\.75 is on hold\./)).toBeDefined();
    expect(screen.getByText("$45.00")).toBeDefined();
    expect(screen.getByText("2 of 3 orders flagged")).toBeDefined();
    expect(screen.getByRole("link", { name: "SAVE20" }).getAttribute("href")).toBe(`${at}/flg_2`);
  });

  it("shows the figures behind a leak, and posts what a person decides", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => posted.push(Object.fromEntries(form)) && { ok: true };
    const own = `${at}/flg_1`;
    const { container } = renderPage(<FlagPage {...page} />, {
      at: own,
      answer,
    });
    expect(screen.getByText("With a visit, last 30 days: 2 of 40")).toBeDefined();
    expect(screen.getByText("With a visit, the 60 days before: 18 of 20")).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Dismiss" })));
    const dialog = await screen.findByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText(/Note/), { target: { value: "A podcast" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(posted).toEqual([{ status: "dismissed", note: "A podcast" }]));
  });

  it("denies the commission with its reason, and says what was paid already", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => posted.push(Object.fromEntries(form)) && { ok: true };
    const deniable = { amount: usd("6.75"), isHeld: true, wouldOwe: usd("6.75") };
    renderPage(<FlagPage {...page} deniable={deniable} />, {
      at: `${at}/flg_1`,
      answer,
    });
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Deny commission" })));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Deny $6.75?")).toBeDefined();
    expect(within(dialog).getByText("Already paid. Deduct it from the next payout?")).toBeDefined();
    // This affiliate can't be suspended.
    expect(within(dialog).queryByRole("checkbox")).toBeNull();
    fireEvent.click(within(dialog).getByRole("button", { name: "Deduct $6.75" }));
    await waitFor(() =>
      expect(posted).toEqual([{ status: "confirmed", note: "Leaked code", denyCommission: "yes" }]),
    );
  });

  it("suspends the affiliate with the denial only if asked to", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) =>
      posted.push(Object.fromEntries(form)) && {
        ok: true,
        status: "confirmed",
        denied: true,
        suspended: true,
      };
    const held = { amount: usd("6.75"), isHeld: true, wouldOwe: null };
    renderPage(<FlagPage {...page} deniable={held} canSuspend />, { at: `${at}/flg_1`, answer });
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Deny commission" })));
    const dialog = await screen.findByRole("dialog");
    const suspend = within(dialog).getByRole<HTMLInputElement>("checkbox", {
      name: `Suspend ${flag.affiliate.name}`,
    });
    expect(suspend.checked).toBe(false);
    fireEvent.click(suspend);
    fireEvent.click(within(dialog).getByRole("button", { name: "Deny commission" }));
    await waitFor(() =>
      expect(posted).toEqual([
        { status: "confirmed", note: "Leaked code", denyCommission: "yes", suspendAffiliate: "yes" },
      ]),
    );
    expect(await screen.findByText("Commission denied, affiliate suspended")).toBeDefined();
  });

  it("offers no denial where there is no commission to deny", () => {
    renderPage(<FlagPage {...page} />, {
      at: `${at}/flg_1`,
    });
    expect(screen.queryByRole("button", { name: "Deny commission" })).toBeNull();
  });

  it("shows the orders over time, as a table too", async () => {
    const points = [
      { at: "2026-03-01", count: 3, visited: 1 },
      { at: "2026-03-02", count: 0, visited: 0 },
    ];
    const picture = { what: "orders", unit: "day", points } as const;
    const shown = <FlagPage {...page} picture={{ ...picture, points }} />;
    const { container } = renderPage(shown, { at: `${at}/flg_1` });
    expect(container.querySelectorAll("rect")).toHaveLength(4);
    expect(screen.getByText("Orders by day")).toBeDefined();
    expect(screen.getAllByRole("row", { hidden: true }).map((row) => row.textContent)).toEqual([
      "DayOrdersWith a visit",
      "2026-03-0131",
    ]);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("offers nothing once it was dismissed, and says by whom", () => {
    const dismissed = {
      status: "dismissed",
      decidedAt: flag.raisedAt,
      decidedBy: "Bea",
      note: "A podcast",
    } as const;
    renderPage(<FlagPage {...page} flag={{ ...flag, ...dismissed }} />, {
      at: `${at}/flg_1`,
    });
    expect(screen.getByText("Dismissed: A podcast")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Keep flag" })).toBeNull();
  });
});

describe("the rules", () => {
  const rules = fraudRuleViews(chosenRules([]), new Map([["fast-order", 3]])).map(wordedRule);

  it("say what each raised, and can be read by everybody", async () => {
    renderPage(<FraudRulesPage rules={rules} />, { at: "/dashboard/settings/fraud" });
    expect(screen.getByText("3 flags in the last 30 days")).toBeDefined();
  });

  it("posts what they do, with their limits; each may note, hold or deny", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => posted.push(Object.fromEntries(form)) && { ok: true };
    const here = "/dashboard/settings/fraud";
    renderPage(<FraudRulesPage rules={rules} />, { at: here, answer });
    const seconds = screen.getByLabelText("Seconds from click to order");
    fireEvent.change(seconds, { target: { value: "20" } });
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    const expected = { "fast-order.action": "note", "fast-order.limits.seconds": "20" };
    await waitFor(() => expect(posted).toEqual([expect.objectContaining(expected)]));
    const choices = screen.getAllByRole("combobox").map((one) => one.querySelectorAll("option").length);
    expect(choices).toEqual([4, 4, 4, 4, 4, 4, 4]);
  });

  it("ask for a yes or no by boxes, and send both answers", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => {
      const names = [...new Set(form.keys())];
      posted.push(fraudRulesForm.parse(Object.fromEntries(names.map((name) => [name, sentAs(form, name)]))));
      return { ok: true };
    };
    renderPage(<FraudRulesPage rules={rules} />, { at: "/dashboard/settings/fraud", answer });
    expect([box("Google").checked, box("Meta").checked, box("Other networks").checked]).toEqual([
      true,
      false,
      true,
    ]);
    fireEvent.click(box("Google"));
    fireEvent.click(box("Meta"));
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    const limits = { google: 0, meta: 1, others: 1 };
    await waitFor(() =>
      expect(posted).toEqual([expect.arrayContaining([{ kind: "ad-click", action: "note", limits }])]),
    );
  });

  it("are tried on the last 30 days with the limits in their fields", async () => {
    const asked: unknown[] = [];
    const counted = { found: 14, looked: 812, isCapped: false, affiliateFlags: null };
    vi.stubGlobal("fetch", (path: string, init: { body: string }) => {
      asked.push([path, JSON.parse(init.body)]);
      return Promise.resolve(Response.json(counted));
    });
    renderPage(<FraudRulesPage rules={rules} />, { at: "/dashboard/settings/fraud" });
    const seconds = screen.getByLabelText("Seconds from click to order");
    fireEvent.change(seconds, { target: { value: "60" } });
    fireEvent.click(screen.getByRole("button", { name: "Test on last 30 days: Fast checkout" }));
    expect(await screen.findByText("14 of 812 credited orders would be flagged.")).toBeDefined();
    expect(asked).toEqual([["/api/v1/fraud-rules/fast-order/preview", { limits: { seconds: 60 } }]]);
    fireEvent.change(seconds, { target: { value: "90" } });
    expect(screen.queryByText(/would be flagged/)).toBeNull();
    vi.unstubAllGlobals();
  });

  it.each([
    ["Order spike", 2, "30 of the newest 2,000 credited orders would be flagged. 2 order spikes found."],
    [
      "Shared payout details",
      1,
      "30 of the newest 2,000 credited orders would be flagged. 1 affiliate shares an account with another.",
    ],
  ])("%s is told by the orders that it would reach", async (name, affiliateFlags, sentence) => {
    const counted = { found: 30, looked: 2000, isCapped: true, affiliateFlags };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(counted)));
    renderPage(<FraudRulesPage rules={rules} />, { at: "/dashboard/settings/fraud" });
    fireEvent.click(screen.getByRole("button", { name: `Test on last 30 days: ${name}` }));
    expect(await screen.findByText(sentence)).toBeDefined();
    vi.unstubAllGlobals();
  });
});
