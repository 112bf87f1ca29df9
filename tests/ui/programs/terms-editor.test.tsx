import { useActionData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PreviewWire, PricedWire } from "#app/contracts/preview.ts";
import { NewProgramPage } from "#app/ui/admin/programs/new-program-page.tsx";
import type { ProgramAnswer } from "#app/ui/admin/programs/use-program-form.ts";
import type { TermsDraft } from "#app/ui/admin/programs/terms/draft.ts";
import { joining } from "./sample.ts";
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
  const shared = { joining, canEmail: true, currency: "USD", timeZone: "UTC" };
  return (
    <AppProviders theme="light" host={{ embedded: false, developing: false }}>
      <Frame>
        <NewProgramPage defaults={defaults} draft={null} {...shared} answer={answered} />
      </Frame>
    </AppProviders>
  );
}

/** The editor of a new program; what is posted is kept. */
function open(
  answer: () => ProgramAnswer = () => ({ ok: true, intent: "save", revision: 1, status: "draft" }),
  tested: (posted: FormData) => unknown = () => null,
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
    {
      path: "/dashboard/programs/new/backtest",
      action: async ({ request }) => tested(await request.formData()),
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
const ruleNames = () =>
  [...document.querySelectorAll(".reorder-item h3")].map((heading) => heading.textContent);

/** Opens a section of the editor, whose button is named by its title. */
function openSection(title: string): void {
  const heading = [...document.querySelectorAll(".editor-section button")].find(
    (one) => one.querySelector(".editor-section-title")?.textContent === title,
  );
  if (heading?.getAttribute("aria-expanded") === "false") fireEvent.click(heading);
}

async function begin(start: string) {
  await waitFor(() => expect(document.querySelector(".editor-section")).not.toBeNull());
  openSection("Rules");
  fireEvent.click(await screen.findByText("Add rule"));
  fireEvent.click(await screen.findByText(start, { selector: "[role=menuitem] *" }));
}

/** An entry of a rule's menu. */
async function choose(rule: string, entry: string) {
  press(`More actions for ${rule}`);
  fireEvent.click(await screen.findByText(entry, { selector: "[role=menuitem] *" }));
}

async function save(posted: TermsDraft[]): Promise<TermsDraft> {
  press("Save");
  await waitFor(() => expect(posted.length).toBeGreaterThan(0));
  return posted[0] as TermsDraft;
}

beforeEach(() => serve(() => [200, seen("20.00")]));

describe("the rules of the editor", () => {
  it("begin with a ready-made one, are moved by their menu and posted in their order", async () => {
    const { posted } = open();
    await begin("First-time customers");
    await begin("Start from scratch");
    await begin("Exclude products");
    expect(ruleNames()).toEqual(["New rule", "First-time customers", "New rule"]);
    await choose("First-time customers", "Move up");
    expect(screen.getByText("First-time customers is now number 1 of 3")).toBeDefined();
    const [first] = document.querySelectorAll<HTMLElement>('[aria-label="More actions for New rule"]');
    if (first) fireEvent.click(first);
    fireEvent.click(await screen.findByText("Remove", { selector: "[role=menuitem] *" }));
    expect(ruleNames()).toEqual(["First-time customers", "New rule"]);
    const { rules } = await save(posted);
    expect(rules.map((rule) => rule.id)).toEqual(["rule-1", "rule-2"]);
    expect(rules[0]).toMatchObject({
      when: { type: "all", of: [{ type: "customer", is: "new" }] },
      pay: { type: "percentage", percent: "" },
    });
  });

  it("contain groups inside groups, with values, amounts and counts, and are named by them", async () => {
    const { posted } = open();
    await begin("Start from scratch");
    const rule = ruleNamed("New rule");
    type(rule, "Condition", "order-value");
    type(rule, "Order value", "99.50");
    expect(ruleNames()).toEqual(["Order value from $99.50"]);
    press("Add group", rule);
    const group = rule.querySelector("fieldset.editor-part") as HTMLElement;
    type(group, "Condition", "country");
    type(group, "Country", "de, at");
    fireEvent.keyDown(field("Country", group), { key: "Enter" });
    press("Remove at", group);
    press("Add condition", group);
    const selects = group.querySelectorAll("select");
    fireEvent.change([...selects].at(-2) as HTMLElement, { target: { value: "quantity" } });
    type(group, "Quantity", "3");
    const { rules } = await save(posted);
    expect(rules[0]?.name).toBe("Order value from $99.50, de or Quantity from 3");
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
    await begin("Exclude products");
    const rule = ruleNamed("New rule");
    fireEvent.focus(field("Product", rule));
    fireEvent.click(await screen.findByText("Wool blanket"));
    await waitFor(() => expect(found("Remove Wool blanket", "button", rule)).toBeDefined());
    const { rules } = await save(posted);
    expect(rules[0]).toMatchObject({
      name: "Wool blanket",
      pay: { type: "none" },
      when: { of: [{ values: ["77"] }] },
    });
  });

  it("keep a name that was typed", async () => {
    const { posted } = open();
    await begin("First-time customers");
    await choose("First-time customers", "Rename");
    type(document.body, "Rule name", "Welcome");
    type(ruleNamed("Welcome"), "Comparison", "returning");
    const { rules } = await save(posted);
    expect(rules[0]).toMatchObject({ name: "Welcome", when: { of: [{ is: "returning" }] } });
  });
});

describe("what is paid", () => {
  it("is anything from nothing to tiers, with limits and bonuses", async () => {
    const { posted } = open();
    await screen.findByText("Same rate for everyone");
    for (const title of ["Tiers", "Limits", "Bonuses", "Eligible amount", "Timing"]) openSection(title);
    press("Add tier");
    type(document.body, "Net sales for tier 1", "1000");
    type(ruleNamed("Tier 1"), "Rate", "12");
    press("Add tier");
    press("Add tier");
    press("Remove tier 2");
    fireEvent.click(field("Limit commission per order"));
    type(document.body, "Limit per order", "25");
    fireEvent.click(field("Limit commission per affiliate"));
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
          { atLeast: { measure: "sales", amount: usd("") }, pay: { percent: "" } },
        ],
      },
      base: { shipping: true, tax: false },
      caps: { perOrder: usd("25"), perAffiliate: { period: { type: "rolling", days: "30" } } },
      bonuses: [{ id: "bonus-1", atLeast: { measure: "orders", count: "1" }, amount: usd("5") }],
      approvalFrom: "fulfilment",
      approval: "manual",
    });
  });

  it("is shown in one line of each closed section, and a tier is added in two clicks", async () => {
    open();
    await screen.findByText("Same rate for everyone");
    for (const text of [
      "No rules",
      "No bonuses",
      "No limits",
      "Product price after discounts",
      "Invitation only",
    ]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByText("30-day clicks, approved automatically after 30 days")).toBeDefined();
    openSection("Tiers");
    press("Add tier");
    expect(document.activeElement).toBe(field("Net sales for tier 1"));
    type(document.body, "Net sales for tier 1", "100");
    type(ruleNamed("Tier 1"), "Rate", "15");
    fireEvent.click(document.querySelector(".editor-section button[aria-expanded=true]") as HTMLElement);
    expect(screen.getByText("10%, 15% from $100 a month")).toBeDefined();
    openSection("Tiers");
    press("Remove tier 1");
    expect(screen.getByText("Same rate for everyone")).toBeDefined();
  });
});

describe("the preview", () => {
  it("is asked once typing rests, and compares the draft with today's terms line by line", async () => {
    const asked = serve(() => [200, seen("20.00")]);
    open();
    const preview = within(await screen.findByRole("region", { name: "Preview" }));
    expect(preview.getByText("Order of $100.00")).toBeDefined();
    await preview.findByText("$20.00");
    expect(preview.getByText("Current terms")).toBeDefined();
    expect(preview.getByText("$10.00")).toBeDefined();
    for (const percent of ["1", "15", "15.5"]) type(document.body, "Rate", percent);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toMatchObject({ commission: { percent: "15.5" } });
    expect(preview.getByText("Earn 15.5% of each sale.")).toBeDefined();
    press("Show calculation");
    expect(screen.getAllByText("New customers").length).toBeGreaterThan(0);
    press("Show calculation of #1001");
    expect(screen.getByRole("region", { name: "#1001: Details" })).toBeDefined();
    expect(screen.getByText(/, Not credited$/)).toBeDefined();
  });

  it("says of how many of the last orders nobody read what rules ask for", async () => {
    const { orders, ...rest } = seen("20.00");
    serve(() => [200, { ...rest, orders: orders.map((order) => ({ ...order, unread: true })) }]);
    open();
    await screen.findByText("$20.00");
    press("Show calculation");
    expect(await screen.findByText(/^Couldn't check 1 order\./)).toBeDefined();
  });

  it("shows what is wrong once its field was left, and keeps the last good one, dimmed", async () => {
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
    await screen.findByText("$20.00");
    type(document.body, "Rate", "101");
    await waitFor(() => expect(container.querySelectorAll(".dimmed")).toHaveLength(1));
    expect(screen.queryByText("Must be at most 100")).toBeNull();
    fireEvent.blur(field("Rate"));
    expect(await screen.findByText("Must be at most 100")).toBeDefined();
    expect(screen.getByText("Fix the errors to update the preview.")).toBeDefined();
    expect(field("Rate").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getAllByText("$20.00").length).toBeGreaterThan(0);
    type(document.body, "Rate", "11");
    await waitFor(() => expect(container.querySelectorAll(".dimmed")).toHaveLength(0));
  });

  it("has the draft tested on past orders, and says what is wrong with it", async () => {
    const posted: unknown[] = [];
    open(undefined, (form) => {
      const terms = form.get("terms");
      posted.push(form.get("intent"), JSON.parse(typeof terms === "string" ? terms : "null"));
      return { ok: false, message: "Must pay something", errors: [] };
    });
    await screen.findByText("$20.00");
    press("Test on past orders");
    expect(await screen.findByText("Must pay something")).toBeDefined();
    expect(posted).toMatchObject(["start", { commission: { type: "percentage", percent: "10" } }]);
  });

  it("says that it could not be asked", async () => {
    serve(() => [503, { message: "Try again later.", errors: [] }]);
    open();
    expect((await screen.findAllByText("Try again later.")).length).toBe(1);
  });
});

describe("a refusal of the save", () => {
  it("is shown at the rule it is about until the terms are changed", async () => {
    const message = "The store has no product 77: it may have been deleted.";
    const errors = [{ field: "terms.rules.0.when.of.0.values", message }];
    open(() => ({ ok: false, message, errors }));
    await screen.findByText("Same rate for everyone");
    type(document.body, "Program name", "Makers");
    await begin("Exclude products");
    press("Save");
    const rule = ruleNamed("New rule");
    expect(await within(rule).findByText(message)).toBeDefined();
    expect(screen.getAllByText(message)).toHaveLength(1);
    await waitFor(() => expect(document.activeElement).toBe(field("Product", rule)));
    await begin("First-time customers");
    expect(screen.queryByText(message)).toBeNull();
  });

  it("counts its errors with links that open their sections", async () => {
    const errors = [
      { field: "name", message: "Enter a name" },
      { field: "terms.commission.steps.0.atLeast", message: "Is not an amount of that currency" },
    ];
    serve(() => [400, { message: "No", errors: errors.slice(1) }]);
    open(() => ({ ok: false, message: "Enter a name", errors }));
    await screen.findByText("Same rate for everyone");
    openSection("Tiers");
    press("Add tier");
    fireEvent.click(document.querySelector(".editor-section button[aria-expanded=true]") as HTMLElement);
    expect(screen.queryByText("Is not an amount of that currency")).toBeNull();
    press("Save");
    expect(await screen.findByText("Fix 2 errors to save the program")).toBeDefined();
    expect(field("Net sales for tier 1").getAttribute("aria-invalid")).toBe("true");
    press("Tiers: Is not an amount of that currency");
    await waitFor(() => expect(document.activeElement).toBe(field("Net sales for tier 1")));
    press("Commission: Enter a program name.");
    await waitFor(() => expect(document.activeElement).toBe(field("Program name")));
  });

  it("isn't shown at a tier that was added after it", async () => {
    serve(() => [
      400,
      { message: "No", errors: [{ field: "terms.commission.steps.0.atLeast", message: "Wrong" }] },
    ]);
    open();
    await screen.findByText("Same rate for everyone");
    openSection("Tiers");
    press("Add tier");
    await new Promise((resolve) => void setTimeout(resolve, 600));
    expect(screen.queryByText("Wrong")).toBeNull();
    fireEvent.blur(field("Net sales for tier 1"));
    expect(await screen.findByText("Wrong")).toBeDefined();
  });
});
