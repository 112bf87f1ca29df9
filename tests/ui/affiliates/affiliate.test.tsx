import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AffiliatePage } from "#app/ui/admin/affiliates/affiliate-page.tsx";
import { EditForm } from "#app/ui/admin/affiliates/edit-form.tsx";
import { affiliateHistoryText } from "#app/ui/admin/affiliates/history-text.ts";
import { renderPage } from "../shell/stub.tsx";
import { affiliate, commission, firstOf, ownCode } from "./sample.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-04-02T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const at = `/dashboard/affiliates/${affiliate.id}`;
const programs = [{ id: "prg_1", name: "Partners", status: "active" }];
const history = [
  { id: "aud_1", text: "Invited with code ZOENUNEZ", actor: "Ada", at: "2026-03-01T09:00:00.000Z" },
];
const page = {
  affiliate,
  programs,
  customTerms: ["prg_1"],
  payoutDetails: { current: null, next: null, unconfirmed: null },
  commissions: [commission],
  history,
  codes: [ownCode],
  invitation: null,
  payouts: [],
  recent: {
    from: "2026-03-02",
    to: "2026-03-31",
    clicks: 1234,
    orders: 7,
    net: { amount: "700.00", currencyCode: "USD" },
    commission: { amount: "70.00", currencyCode: "USD" },
  },
  payoutPause: { paused: false, note: "", by: null, since: null },
  currency: "USD",
  adjustmentId: "adj_1",
  writeOffId: "wof_1",
  openingBalanceId: "opb_1",
  canEmail: true,
  timeZone: "UTC",
};

const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("an affiliate's page", () => {
  test("shows figures, link, codes, balances, commissions, programs and history", async () => {
    renderPage(<AffiliatePage {...page} />, { at });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Zoë Núñez");
    for (const text of [
      "1,234",
      "$700.00",
      "$70.00",
      "$50.00",
      "$15.00",
      "$5.00",
      "ZOE10",
      "#1001",
      "$10.00",
    ]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByText("Approves Apr 4")).toBeDefined();
    expect(screen.getByText(affiliate.referralLink)).toBeDefined();
    expect(screen.getByText("Invited with code ZOENUNEZ")).toBeDefined();
    expect(href("#1001")).toBe("/dashboard/orders/5001");
    expect(href("Partners")).toBe("/dashboard/programs/prg_1");
    expect(href("$700.00")).toBe(
      `/dashboard/orders?figure=net&currency=USD&from=2026-03-02&to=2026-03-31&affiliate=${affiliate.id}`,
    );
    expect(href("1,234")).toContain(`/dashboard/reports?report=affiliates&from=`);
  });

  test("offers only the statuses that can follow, and asks before it changes one", async () => {
    renderPage(<AffiliatePage {...page} />, { at });
    expect(screen.queryByRole("button", { name: "Reactivate" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Invite again" })).toBeNull();
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Suspend" })));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Suspend Zoë Núñez?")).toBeDefined();
    expect(within(dialog).getByText(/Earned commissions stay/)).toBeDefined();
  });

  test("a change can be undone for as long as its toast stays, where the way back is open", async () => {
    const posted: (FormDataEntryValue | null)[] = [];
    const answer = (form: FormData) => {
      posted.push(form.get("status"));
      return { ok: true };
    };
    renderPage(<AffiliatePage {...page} />, { at, answer });
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Suspend" })));
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Suspend" }));
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(posted).toEqual(["suspended", "active"]));
    expect(await screen.findByText("Status changed")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test("warns before it is left with something unsaved", async () => {
    renderPage(<AffiliatePage {...page} />, { at, paths: ["/dashboard/affiliates"] });
    type("Zoe");
    expect(await screen.findByText("Unsaved changes")).toBeDefined();
    fireEvent.click(firstOf(screen.getAllByRole("link", { name: "Affiliates" })));
    expect(await screen.findByText("Leave page with unsaved changes?")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Leave page" }));
    expect(await screen.findByText("arrived at /dashboard/affiliates")).toBeDefined();
  });

  test("leads to all commissions of this affiliate", () => {
    renderPage(<AffiliatePage {...page} />, { at });
    expect(href("View all commissions")).toBe(`/dashboard/affiliates/commissions?affiliate=${affiliate.id}`);
  });

  test("keeps programs that are not offered in the form", () => {
    const { container } = renderPage(<AffiliatePage {...page} programs={[]} />, { at });
    const kept = container.querySelectorAll('form input[hidden][name="programIds"]');
    expect([...kept].map((input) => input.getAttribute("value"))).toEqual(["prg_1"]);
  });

  test("can send the invitation again while nobody has accepted it", () => {
    const invited = { ...affiliate, status: "invited" as const, nextStatuses: ["pending" as const] };
    renderPage(<AffiliatePage {...page} affiliate={invited} />, { at });
    expect(screen.getAllByRole("button", { name: "Invite again" })).not.toEqual([]);
  });

  test("without an email server shows a new invitation's link to copy, and says that before", async () => {
    const invited = { ...affiliate, status: "invited" as const, nextStatuses: ["pending" as const] };
    const link = "https://app.example/portal/accept#token=shp_1.secret";
    const answer = () => ({ ok: true, intent: "resend", link });
    renderPage(<AffiliatePage {...page} affiliate={invited} canEmail={false} />, { at, answer });
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Create invitation link" })));
    const said = "No email server is set up. Copy the link and send it yourself. The old link stops working.";
    expect(await screen.findByText(said)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Create link" }));
    const shown = await screen.findByLabelText("Invitation link");
    expect((shown as HTMLInputElement).value).toBe(link);
    expect(screen.queryByText(/^Invitation sent/)).toBeNull();
  });

  test("posts the revision that the form was opened with, and can discard what was typed", () => {
    const { container } = renderPage(<AffiliatePage {...page} />, { at });
    const form = [...container.querySelectorAll("form")].find((one) => one.querySelector('[value="edit"]'));
    if (!form) throw new Error("There is no form.");
    const name = screen.getByLabelText(/^Name/);
    fireEvent.change(name, { target: { value: "Zoe" } });
    expect(new FormData(form).get("revision")).toBe("3");
    expect(new FormData(form).get("name")).toBe("Zoe");
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Discard" })));
    expect(new FormData(form).get("name")).toBe("Zoë Núñez");
  });
});

describe("the history's sentences", () => {
  test.each([
    ["invited", { referralCode: "A" }, "Invited with code A"],
    ["invited", { referralCode: "A", sentBy: "email" }, "Invited with code A"],
    [
      "invited",
      { referralCode: "A", sentBy: "link" },
      "Invited with code A. The link was shown once to copy.",
    ],
    ["invited", { referralCode: "A", sentBy: "nothing" }, "Invited with code A. No email was sent."],
    ["invited again", { sentBy: "link" }, "Invited again with a new link. The link was shown once to copy."],
    ["imported", { fileName: "export.csv", row: 4 }, "Imported from export.csv, row 4"],
    ["invited after import", {}, "Invited after the import"],
    ["became suspended", { from: "active", reason: "fraud" }, "Suspended, was active: fraud"],
    ["changed", { changed: ["email", "note"] }, "Changed: email, note"],
    ["was given a discount code", { code: "ZOE10" }, "Discount code ZOE10 assigned"],
    ["has a renamed discount code", { former: "A1", code: "A2" }, "Discount code A1 renamed to A2"],
    ["has a paused discount code", { code: "A2" }, "Discount code A2 paused"],
    ["has a resumed discount code", { code: "A2" }, "Discount code A2 resumed"],
    ["had a discount code deleted", { code: "A2" }, "Discount code A2 deleted"],
    [
      "adjusted",
      { amountMinor: "-50", currency: "USD", note: "Postage" },
      "Balance adjusted by -$0.50: Postage",
    ],
    ["something of a later version", {}, "something of a later version"],
  ])("%s", (action, details, text) => {
    expect(affiliateHistoryText(action, details)).toBe(text);
  });
});

const nameOf = () => screen.getByLabelText<HTMLInputElement>(/^Name/).value;
const revisionOf = () => document.querySelector<HTMLInputElement>('input[name="revision"]')?.value;

function Switching({ to }: { to: typeof affiliate }) {
  const [shown, setShown] = useState(affiliate);
  return (
    <>
      <button type="button" onClick={() => setShown(to)}>
        Newer version
      </button>
      <EditForm affiliate={shown} programs={programs} />
    </>
  );
}

const arrive = () => fireEvent.click(screen.getByRole("button", { name: "Newer version" }));
const type = (text: string) => fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: text } });

describe("the edit form while someone else works on the same affiliate", () => {
  test("takes the newer version over where nothing was typed", () => {
    renderPage(<Switching to={{ ...affiliate, name: "Renamed", revision: 4 }} />, { at });
    arrive();
    expect([nameOf(), revisionOf()]).toEqual(["Renamed", "4"]);
  });

  test("keeps what was typed, and the revision that it was typed on, so that saving says so", () => {
    renderPage(<Switching to={{ ...affiliate, name: "Renamed", revision: 4 }} />, { at });
    type("Mine");
    arrive();
    expect([nameOf(), revisionOf()]).toEqual(["Mine", "3"]);
  });

  test("goes on from the newer version where only other things changed", () => {
    renderPage(<Switching to={{ ...affiliate, discountCodes: ["NEW"], revision: 4 }} />, { at });
    type("Mine");
    arrive();
    expect([nameOf(), revisionOf()]).toEqual(["Mine", "4"]);
  });
});
