import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type FlagWire, fraudRulesToWire } from "#app/contracts/flag.ts";
import { flagText } from "#app/domain/fraud/flag-text.ts";
import { chosenRules } from "#app/domain/fraud/rules.ts";
import { FlagPage } from "#app/ui/admin/fraud/flag-page.tsx";
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
  text: flagText("leaked-code", evidence),
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

describe("the list of flags", () => {
  const list = {
    pagination: { page: 1, limit: 10, total: 1 },
    affiliate: null,
    exportUrl: "/x.csv",
    timeZone: "UTC",
  };

  it("says about what, why, and what each flag does", async () => {
    const { container } = renderPage(<FlagsPage flags={[flag]} {...list} />, { at });
    expect(screen.getByRole("link", { name: "SAVE10" }).getAttribute("href")).toBe(`${at}/flg_1`);
    expect(screen.getByText(/38 of 40 orders by the code save10 within 30 days had no visit/)).toBeDefined();
    expect(screen.getByText("Hold the commission")).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("says so where nothing looked wrong", () => {
    const nothing = { page: 1, limit: 10, total: 0 };
    renderPage(<FlagsPage {...list} flags={[]} pagination={nothing} />, { at });
    expect(screen.getByText("Nothing looked wrong")).toBeDefined();
  });
});

describe("the page of a flag", () => {
  it("shows the figures behind a leak, and posts what a person decides", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => posted.push(Object.fromEntries(form)) && { ok: true };
    const own = `${at}/flg_1`;
    const { container } = renderPage(<FlagPage flag={flag} timeZone="UTC" />, { at: own, answer });
    expect(screen.getByText("With a visit, last 30 days: 2 of 40")).toBeDefined();
    expect(screen.getByText("With a visit, the 60 days before: 18 of 20")).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Dismiss" })));
    const dialog = await screen.findByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText(/Note/), { target: { value: "A podcast" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(posted).toEqual([{ status: "dismissed", note: "A podcast" }]));
  });

  it("offers nothing once it was dismissed, and says by whom", () => {
    const dismissed = {
      status: "dismissed",
      decidedAt: flag.raisedAt,
      decidedBy: "Bea",
      note: "A podcast",
    } as const;
    renderPage(<FlagPage flag={{ ...flag, ...dismissed }} timeZone="UTC" />, { at: `${at}/flg_1` });
    expect(screen.getByText(/Dismissed by Bea/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  });
});

describe("the rules", () => {
  const rules = fraudRulesToWire(chosenRules([]), new Map([["fast-order", 3]]));

  it("posts what one of them does, with its limits, and offers no hold to what is about no order", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => posted.push(Object.fromEntries(form)) && { ok: true };
    const here = "/dashboard/settings/fraud";
    const { container } = renderPage(<FraudRulesPage rules={rules} />, { at: here, answer });
    expect(screen.getByText("3 raised in the last 30 days")).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
    const seconds = screen.getByLabelText("Seconds from click to order");
    fireEvent.change(seconds, { target: { value: "20" } });
    fireEvent.click(screen.getByRole("button", { name: "Save Order too soon after the click" }));
    const expected = { kind: "fast-order", action: "note", "limits.seconds": "20" };
    await waitFor(() => expect(posted).toEqual([expected]));
    const choices = screen.getAllByRole("combobox").map((one) => one.querySelectorAll("option").length);
    expect(choices).toEqual([4, 4, 4, 4, 2, 2]);
  });
});
