import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ClaimWire } from "#app/contracts/claim.ts";
import { defaultRules } from "#app/domain/attribution.ts";
import { AttributionPage } from "#app/ui/admin/attribution/attribution-page.tsx";
import { LifetimeCustomersPage } from "#app/ui/admin/attribution/lifetime-customers-page.tsx";
import { ClaimsPage } from "#app/ui/admin/attribution/claims-page.tsx";
import { OwnClaimsPage } from "#app/ui/portal/own-claims-page.tsx";
import { renderPage } from "../shell/stub.tsx";

const at = "/dashboard/settings/attribution";
const current = {
  version: 1,
  effectiveFrom: "2026-03-01T12:00:00.000Z",
  rules: { ...defaultRules, precedence: [...defaultRules.precedence] },
};
const counts = { customers: 2, products: 0 };
const pagination = { page: 1, limit: 10, total: 1 };
const claim: ClaimWire = {
  id: "clm_1",
  affiliate: { id: "aff_1", name: "Ada" },
  orderName: "#1001",
  orderId: "5001",
  note: "A reader wrote to me",
  status: "open",
  madeAt: "2026-03-02T12:00:00.000Z",
  decidedAt: null,
  decidedBy: null,
  answer: null,
};

afterEach(() => vi.unstubAllGlobals());

function answerPreview(changed: unknown[]) {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: { body: string }) => {
    asked.push(JSON.parse(init.body));
    return Promise.resolve(Response.json({ orders: 100, changed }));
  });
  return asked;
}

describe("Settings ▸ Attribution", () => {
  it("is put in order and switched by buttons, judges the newest orders by the draft, and posts it", async () => {
    const asked = answerPreview([
      { id: "5001", name: "#1001", from: { id: "aff_1", name: "Ada" }, to: null },
    ]);
    const posted: FormData[] = [];
    renderPage(
      <AttributionPage
        current={current}
        versions={[{ ...current, by: "Mara" }]}
        counts={counts}
        timeZone="UTC"
      />,
      {
        at,
        answer: (form) => {
          posted.push(form);
          return { ok: true };
        },
      },
    );
    const user = userEvent.setup();
    const list = await screen.findByRole("list", { name: "Signals, highest priority first" });
    expect(
      within(list)
        .getAllByRole("heading")
        .map((one) => one.textContent)[0],
    ).toBe("1. Discount code");
    await user.click(screen.getByRole("button", { name: "Move Lifetime customer up" }));
    await user.click(screen.getByRole("button", { name: "Turn off Accepted claim" }));
    await user.click(screen.getByRole("radio", { name: "The first click counts" }));
    expect(await screen.findByText(/1 of your newest 100 orders would go to someone else/)).toBeDefined();
    expect(screen.getByText(/Ada → No affiliate/)).toBeDefined();
    const precedence = ["customer", "code", "click", "landing", "pixel", "product", "renewal"];
    const draft = { precedence, touch: "first", binding: { kind: "never" } };
    await waitFor(() => expect(asked.at(-1)).toMatchObject(draft));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.getAll("precedence")).toEqual(precedence);
    expect(posted[0]?.get("touch")).toBe("first");
  });

  it("is dragged into order", async () => {
    answerPreview([]);
    const posted: FormData[] = [];
    renderPage(<AttributionPage current={current} versions={[]} counts={counts} timeZone="UTC" />, {
      at,
      answer: (form) => {
        posted.push(form);
        return { ok: true };
      },
    });
    const list = await screen.findByRole("list", { name: "Signals, highest priority first" });
    const item = (name: string) => within(list).getByRole("heading", { name }).closest("li") as HTMLElement;
    const handle = item("1. Discount code").querySelector("[draggable]") as HTMLElement;
    const parcel = { dataTransfer: { setData: () => undefined, setDragImage: () => undefined } };
    const before = within(list)
      .getAllByRole("heading")
      .map((one) => one.textContent?.slice(3) ?? "");
    fireEvent.dragStart(handle, parcel);
    fireEvent.dragOver(item(`3. ${before[2]}`), parcel);
    fireEvent.drop(item(`3. ${before[2]}`), parcel);
    expect(item("3. Discount code")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    const [first = "code", ...others] = current.rules.precedence;
    expect(posted[0]?.getAll("precedence")).toEqual(others.toSpliced(2, 0, first));
  });

  it("says since when each version applied", async () => {
    renderPage(
      <AttributionPage
        current={current}
        versions={[{ ...current, by: "Mara" }]}
        counts={counts}
        timeZone="UTC"
      />,
      {
        at,
      },
    );
    expect(await screen.findByText(/Version 1, from/)).toBeDefined();
    expect(screen.getByText(/last click counts; no lifetime customers/)).toBeDefined();
  });
});

describe("lifetime customers", () => {
  it("are added by address, shown by their fingerprint alone, and ended after a confirmation", async () => {
    const posted: unknown[] = [];
    const customer = {
      id: "0123456789abcdef",
      affiliate: { id: "aff_1", name: "Ada" },
      since: "2026-03-01T12:00:00.000Z",
      until: null,
      by: "Mara",
    };
    renderPage(
      <LifetimeCustomersPage
        customers={[customer]}
        pagination={pagination}
        affiliate={null}
        timeZone="UTC"
      />,
      {
        at: `${at}/customers`,
        answer: (form) => {
          posted.push(Object.fromEntries(form));
          return { ok: true, intent: form.get("intent") };
        },
      },
    );
    expect(await screen.findByText("Customer 01234567")).toBeDefined();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Remove customer 01234567" }));
    await user.click(await screen.findByRole("button", { name: "Remove customer" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "end", id: customer.id }]));
  });
});

describe("claims", () => {
  it("are declined with an answer", async () => {
    const posted: unknown[] = [];
    renderPage(<ClaimsPage claims={[claim]} pagination={pagination} affiliate={null} timeZone="UTC" />, {
      at: "/dashboard/affiliates/claims",
      answer: (form) => {
        posted.push(Object.fromEntries(form));
        return { ok: true, claim: { ...claim, status: "declined" }, credited: null };
      },
    });
    expect(await screen.findByText("A reader wrote to me")).toBeDefined();
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Decline Ada's claim to #1001" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Decline" }));
    expect(posted).toEqual([]);
    await user.type(within(dialog).getByRole("textbox"), "Not yours");
    await user.click(within(dialog).getByRole("button", { name: "Decline" }));
    await waitFor(() => expect(posted).toEqual([{ id: "clm_1", decision: "decline", answer: "Not yours" }]));
  });

  it("are made by the affiliate, who reads the answers", async () => {
    const answered = { ...claim, status: "declined" as const, answer: "Bought without you" };
    renderPage(<OwnClaimsPage claims={[answered]} timeZone="UTC" answer={{ ok: true }} />, {
      at: "/portal/claims",
    });
    expect(await screen.findByText("The store's answer: Bought without you")).toBeDefined();
    expect(screen.getByText("Sent to the store.")).toBeDefined();
    expect(screen.getByRole("textbox", { name: /Order number/ })).toBeDefined();
  });
});
