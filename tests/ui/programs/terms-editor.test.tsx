import { useActionData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PreviewWire, PricedWire } from "#app/contracts/preview.ts";
import { NewProgramPage } from "#app/ui/admin/programs/new-program-page.tsx";
import type { ProgramAnswer } from "#app/ui/admin/programs/use-program-form.ts";
import type { TermsDraft } from "#app/ui/admin/programs/terms/draft.ts";
import { AppProviders } from "#app/ui/state/app-providers.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

function priced(commission: string, rule: string): PricedWire {
  const rules = [{ id: "rule-1", name: rule, tried: true, matched: true, text: `Pays ${commission}` }];
  const line = { id: "1", title: "Steel bottle", counts: true, rules, steps: [] };
  return {
    totals: {
      base: usd("100.00"),
      remainingBase: usd("100.00"),
      commission: usd(commission),
      current: usd(commission),
    },
    moreThanSold: false,
    reason: null,
    knownBefore: [],
    lines: [{ ...line, commission: usd(commission), current: usd(commission) }],
  };
}

const noBonuses: PreviewWire["bonuses"] = { basket: { draft: [], today: null }, affiliates: [] };

const seen = (commission: string, bonuses = noBonuses): PreviewWire => ({
  bonuses,
  basket: { draft: priced(commission, "New customers"), today: priced("10.00", "Everything else") },
  orders: [
    {
      id: "5001",
      name: "#1001",
      placedAt: "2026-03-01T00:00:00.000Z",
      affiliate: null,
      unread: false,
      bonuses: {
        draft: [{ id: "b-1", name: "First sale", times: 1, amount: { amount: "5.00", currencyCode: "USD" } }],
        today: null,
      },
      draft: priced("7.00", "New customers"),
      today: null,
    },
  ],
});

const goods = [{ kind: "product", id: "77", title: "Wool blanket", about: null }];
type Answers = (draft: TermsDraft) => [status: number, body: unknown];

/** The server's side of the preview; what was asked is kept. */
function serve(answers: Answers): TermsDraft[] {
  const asked: TermsDraft[] = [];
  vi.stubGlobal("fetch", (path: string, init?: { body?: string }) => {
    if (path.startsWith("/api/v1/goods")) return Promise.resolve(Response.json({ goods }));
    const { terms } = JSON.parse(init?.body ?? "{}") as { terms: TermsDraft };
    asked.push(terms);
    const [status, body] = answers(terms);
    return Promise.resolve(Response.json(body, { status }));
  });
  return asked;
}

function Page() {
  const answered = useActionData<ProgramAnswer>();
  const defaults = { windowDays: 30, approvalDays: 30 };
  return (
    <AppProviders theme="light" host={{ embedded: false, developing: false }}>
      <Frame>
        <NewProgramPage defaults={defaults} draft={null} currency="USD" timeZone="UTC" answer={answered} />
      </Frame>
    </AppProviders>
  );
}

/** The editor of a new program; what is posted is kept. */
function open(
  answer: () => ProgramAnswer = () => ({ ok: true, intent: "save", revision: 1, status: "draft" }),
) {
  const posted: TermsDraft[] = [];
  const Stub = createRemixStub([
    {
      path: "/dashboard/programs/new",
      Component: Page,
      action: async ({ request }) => {
        const terms = (await request.formData()).get("terms");
        posted.push(JSON.parse(typeof terms === "string" ? terms : "null") as TermsDraft);
        return answer();
      },
    },
  ]);
  return { ...render(<Stub initialEntries={["/dashboard/programs/new"]} />), posted };
}

/** Looking for roles reads every style of the page, which for a page of this size takes seconds. */
function found(name: string, selector: string, place: HTMLElement = document.body): HTMLElement {
  const named = [...place.querySelectorAll<HTMLElement>(selector)].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  );
  if (!named) throw new Error(`There is no ${selector} named ${name}.`);
  return named;
}

const press = (name: string, place?: HTMLElement) => fireEvent.click(found(name, "button", place));
const ruleNamed = (name: string) => found(name, "fieldset[aria-label]");
/** The field of that label; the library's own search reads every element of the page. */
function field(label: string, place: HTMLElement = document.body): HTMLInputElement {
  const named = [...place.querySelectorAll("label")].find((one) => one.textContent === label);
  const input = document.getElementById(named?.htmlFor ?? "");
  if (!input) throw new Error(`There is no field of the label ${label}.`);
  return input as HTMLInputElement;
}

const type = (place: HTMLElement, label: string, value: string) =>
  fireEvent.change(field(label, place), { target: { value } });
const ruleNames = () => screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);

async function begin(start: string) {
  fireEvent.click(await screen.findByText("Add rule"));
  fireEvent.click(await screen.findByText(start));
}

async function save(posted: TermsDraft[]): Promise<TermsDraft> {
  press("Create program");
  await waitFor(() => expect(posted.length).toBeGreaterThan(0));
  return posted[0] as TermsDraft;
}

beforeEach(() => serve(() => [200, seen("20.00")]));

describe("the rules of the editor", () => {
  it("begin with a ready-made one, are moved by buttons and posted in their order", async () => {
    const { posted } = open();
    await begin("New customers pay differently");
    await begin("Subscriptions in a customer's first 3 orders, then less");
    expect(ruleNames()).toEqual([
      "1. New customers",
      "2. Subscriptions in the first 3 orders",
      "3. Other subscriptions",
    ]);
    press("Move Other subscriptions up");
    expect(screen.getByText("Other subscriptions is now number 2 of 3")).toBeDefined();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Other subscriptions up");
    press("Move Other subscriptions up");
    // At the top there is no further up.
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Other subscriptions down");
    press("Move Other subscriptions down");
    press("Remove New customers");
    expect(ruleNames()).toEqual(["1. Other subscriptions", "2. Subscriptions in the first 3 orders"]);
    const { rules } = await save(posted);
    expect(rules.map((rule) => rule.id)).toEqual(["rule-3", "rule-2"]);
    expect(rules[1]?.when).toEqual({
      type: "all",
      of: [
        { type: "purchase", is: "subscription" },
        { type: "customer-order", op: "at-most", count: "3" },
      ],
    });
  });

  it("contain groups inside groups, with values, amounts and counts", async () => {
    const { posted } = open();
    await begin("Empty rule");
    const rule = ruleNamed("New rule");
    expect(within(rule).getByText("No condition: this rule pays for everything.")).toBeDefined();
    press("Add condition", rule);
    type(rule, "If", "order-value");
    type(rule, "Order value", "99.50");
    press("Add group", rule);
    const group = rule.querySelector("fieldset.editor-part") as HTMLElement;
    type(group, "If", "country");
    type(group, "Country", "de, at");
    fireEvent.keyDown(field("Country", group), { key: "Enter" });
    press("Remove at", group);
    press("Add condition", group);
    const selects = group.querySelectorAll("select");
    fireEvent.change([...selects].at(-2) as HTMLElement, { target: { value: "quantity" } });
    type(group, "Pieces of the line", "3");
    const { rules } = await save(posted);
    expect(rules[0]?.when).toEqual({
      type: "all",
      of: [
        { type: "order-value", op: "at-least", amount: usd("99.50") },
        {
          type: "any",
          of: [
            { type: "country", op: "any-of", values: ["de"] },
            { type: "quantity", op: "at-least", count: "3" },
          ],
        },
      ],
    });
  });

  it("name products by their titles and keep their numbers", async () => {
    const { posted } = open();
    await begin("Leave out products");
    const rule = ruleNamed("Left out");
    fireEvent.focus(field("Product", rule));
    fireEvent.click(await screen.findByText("Wool blanket"));
    await waitFor(() => expect(found("Remove Wool blanket", "button", rule)).toBeDefined());
    const { rules } = await save(posted);
    expect(rules[0]).toMatchObject({ pay: { type: "none" }, when: { of: [{ values: ["77"] }] } });
  });
});

describe("what is paid", () => {
  it("is anything from nothing to tiers, with limits and bonuses", async () => {
    const { posted } = open();
    await begin("Tiers by monthly sales");
    press("Add tier");
    press("Remove tier 2");
    fireEvent.click(field("Limit what one order earns"));
    type(document.body, "At most, for an order", "25");
    fireEvent.click(field("Limit what an affiliate earns in a period"));
    type(document.body, "Period of the limit", "rolling");
    press("Add first-sale bonus");
    type(document.body, "Bonus", "5");
    fireEvent.click(field("Shipping"));
    type(document.body, "Approval", "manual");
    type(document.body, "Start of the approval period", "fulfilment");
    expect(await save(posted)).toMatchObject({
      commission: {
        type: "tiered",
        period: { type: "calendar", unit: "month" },
        below: { type: "percentage", percent: "10" },
        steps: [
          { atLeast: { measure: "sales", amount: usd("1000") }, pay: { percent: "12" } },
          { atLeast: { measure: "sales", amount: usd("") }, pay: { percent: "15" } },
        ],
      },
      base: { shipping: true, tax: false },
      caps: { perOrder: usd("25"), perAffiliate: { period: { type: "rolling", days: "30" } } },
      bonuses: [{ id: "bonus-1", atLeast: { measure: "orders", count: "1" }, amount: usd("5") }],
      approvalFrom: "fulfilment",
      approval: "manual",
    });
  });
});

describe("the preview", () => {
  it("is asked once typing rests, and compares the draft with today's terms line by line", async () => {
    const asked = serve(() => [200, seen("20.00")]);
    open();
    await screen.findByText("The draft pays $20.00 for the basket below, today's terms pay $10.00.");
    for (const percent of ["1", "15", "15.5"]) type(document.body, "Percentage", percent);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toMatchObject({ commission: { percent: "15.5" } });
    expect(screen.getAllByText("New customers").length).toBeGreaterThan(0);
    press("Show the lines of #1001");
    expect(screen.getByText("The arithmetic of order #1001")).toBeDefined();
    expect(screen.getByText("Nobody: as if credited")).toBeDefined();
  });

  it("says of how many of the last orders nobody read what rules ask for", async () => {
    const { orders, ...rest } = seen("20.00");
    serve(() => [200, { ...rest, orders: orders.map((order) => ({ ...order, unread: true })) }]);
    open();
    expect(await screen.findByText(/^1 order could not be judged by these rules/)).toBeDefined();
  });

  it("shows what is wrong at its field and keeps the last good one, dimmed", async () => {
    serve(({ commission }) =>
      "percent" in commission && commission.percent === "101"
        ? [
            400,
            {
              message: "Must be at most 100",
              errors: [{ field: "terms.commission.percent", message: "Must be at most 100" }],
            },
          ]
        : [200, seen("20.00")],
    );
    const { container } = open();
    await screen.findByText(/The draft pays \$20\.00/);
    type(document.body, "Percentage", "101");
    expect(await screen.findByText("Must be at most 100")).toBeDefined();
    expect(field("Percentage").getAttribute("aria-invalid")).toBe("true");
    expect(container.querySelectorAll(".dimmed")).toHaveLength(2);
    expect(screen.getAllByText("$20.00").length).toBeGreaterThan(0);
    type(document.body, "Percentage", "11");
    await waitFor(() => expect(container.querySelectorAll(".dimmed")).toHaveLength(0));
  });

  it("says that it could not be asked", async () => {
    serve(() => [503, { message: "Try again later.", errors: [] }]);
    open();
    expect((await screen.findAllByText("Try again later.")).length).toBe(2);
  });
});

describe("a refusal of the save", () => {
  it("is shown at the rule it is about until the terms are changed", async () => {
    const message = "The store has no product 77: it may have been deleted.";
    const errors = [{ field: "terms.rules.0.when.of.0.values", message }];
    open(() => ({ ok: false, message, errors }));
    await begin("Leave out products");
    press("Create program");
    const rule = ruleNamed("Left out");
    expect(await within(rule).findByText(message)).toBeDefined();
    expect(screen.getAllByText(message)).toHaveLength(1);
    await begin("New customers pay differently");
    expect(screen.queryByText(message)).toBeNull();
  });
});
