import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import type { PreviewWire, PricedWire } from "#app/contracts/preview.ts";
import { programs } from "#app/i18n/en/admin/programs.ts";
import { type BasketDraft, newBasket } from "#app/ui/admin/programs/preview/use-preview.ts";
import { OrderFields } from "#app/ui/admin/programs/preview/order-fields.tsx";
import { PreviewCalculation } from "#app/ui/admin/programs/preview/preview-calculation.tsx";
import { newTerms, newTest, type TermsDraft, type TestKind } from "#app/ui/admin/programs/terms/draft.ts";
import { provideTexts } from "#app/ui/texts/use-text.ts";
import { renderPage } from "../shell/stub.tsx";

provideTexts({ programs });

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const terms = newTerms({ windowDays: 30, approvalDays: 30 });

/** The section with a draft and what the server answered; answers how to ask for the basket as typed last. */
function show(draft: TermsDraft, seen: PreviewWire | null = null): () => BasketDraft | undefined {
  const heard = vi.fn<(basket: BasketDraft) => void>();
  function Section() {
    const [basket, keep] = useState(() => newBasket("USD"));
    const setBasket = (next: BasketDraft) => {
      heard(next);
      keep(next);
    };
    const preview = { basket, setBasket, seen, errors: [], failure: null, isStale: false };
    return (
      <>
        <OrderFields basket={basket} terms={draft} onChange={setBasket} />
        <PreviewCalculation preview={preview} terms={draft} timeZone="UTC" />
      </>
    );
  }
  renderPage(<Section />);
  return () => heard.mock.lastCall?.[0];
}

const asking = (kind: TestKind): TermsDraft => ({
  ...terms,
  rules: [{ id: "rule-1", name: "Asks", when: newTest(kind, "USD"), pay: { type: "none" } }],
});

const fields: readonly [TestKind, string][] = [
  ["variant", "Variant"],
  ["sku", "SKU"],
  ["customer-tag", "Customer tags"],
  ["channel", "Sales channel"],
  ["sub-id", "Sub-ID"],
  ["country", "Country"],
  ["discount-code", "Discount codes"],
  ["months-since-first", "Months since first order"],
];

describe("the imagined order", () => {
  it.each(fields)(
    "has a field where a rule asks for its %s, and no other such field",
    async (kind, label) => {
      show(asking(kind));
      await screen.findByLabelText("Shipping");
      const shown = fields.filter(([, one]) => screen.queryByLabelText(one) !== null);
      expect(shown.map(([, one]) => one)).toEqual([label]);
    },
  );

  it.each([
    ["sku", "SKU", "MUG-1", { lines: [{ sku: "MUG-1" }] }],
    ["customer-tag", "Customer tags", "vip,", { customerTags: ["vip"] }],
    ["channel", "Sales channel", "pos,", { channel: "pos" }],
    ["sub-id", "Sub-ID", "spring,", { subId: "spring" }],
  ] as const)("keeps what was typed as its %s", async (kind, label, value, expected) => {
    const typed = show(asking(kind));
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    expect(typed()).toMatchObject(expected);
  });

  it("has a tip and duties where the base counts them, and gift cards always", async () => {
    const typed = show({ ...terms, base: { ...terms.base, tips: true, duties: true } });
    fireEvent.change(await screen.findByLabelText("Tip"), { target: { value: "3" } });
    fireEvent.change(screen.getByLabelText("Duties"), { target: { value: "7" } });
    fireEvent.click(screen.getByLabelText("Gift card"));
    expect(typed()).toMatchObject({ tip: usd("3"), duties: usd("7"), lines: [{ giftCard: true }] });
  });

  it("asks for no tip and no duties that earn nothing", async () => {
    show(terms);
    await screen.findByLabelText("Shipping");
    expect([screen.queryByLabelText("Tip"), screen.queryByLabelText("Duties")]).toEqual([null, null]);
  });
});

function priced(commission: string, moreThanSold: boolean): PricedWire {
  const amounts = { commission: usd(commission), current: usd(commission) };
  const line = { id: "1", title: "Bottle", counts: true, rules: [], steps: [], ...amounts };
  const totals = { base: usd("100.00"), remainingBase: usd("100.00"), ...amounts };
  return { totals, moreThanSold, reason: null, knownBefore: [], lines: [line] };
}

function seenWith(moreThanSold: boolean): PreviewWire {
  const compared = { draft: priced("120.00", moreThanSold), today: priced("10.00", false) };
  const order = {
    id: "1",
    name: "#1001",
    placedAt: "2026-03-01T00:00:00.000Z",
    affiliate: null,
    unread: false,
  };
  return {
    basket: compared,
    orders: [{ ...order, ...compared, bonuses: { draft: [], today: [] } }],
    bonuses: { basket: null, affiliates: [] },
  };
}

describe("a draft that pays more than was sold", () => {
  const warning = "Commission is more than net sales.";

  it("is warned of at the order", async () => {
    show(terms, seenWith(true));
    const warned = await screen.findByText(warning);
    expect(warned.closest("tr")?.textContent).toContain("#1001");
    fireEvent.click(screen.getByLabelText("Show calculation of #1001"));
    expect(screen.getByRole("region", { name: "#1001" })).toBeDefined();
  });

  it("is not seen where it pays less", async () => {
    show(terms, seenWith(false));
    await screen.findByText("#1001");
    expect(screen.queryByText(warning)).toBeNull();
  });
});
