import { useActionData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { TermsPlanWire } from "#app/contracts/terms-change.ts";
import { NewProgramPage } from "#app/ui/admin/programs/new-program-page.tsx";
import type { ProgramAnswer } from "#app/ui/admin/programs/use-program-form.ts";
import { ProgramPage } from "#app/ui/admin/programs/program-page.tsx";
import { ProgramsPage } from "#app/ui/admin/programs/programs-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { joining, pageData, program } from "./sample.ts";
import { accessibilityFaults } from "../shell/stub.tsx";
import { pressMore } from "../more-actions.ts";

// The preview is asked in another test; here the server is away.
beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch"))));

type Posted = Record<string, string>;

/** A page of the admin whose forms end in `answer`; what was posted is kept. */
function renderAdmin(
  at: string,
  page: (answer: ProgramAnswer | undefined) => ReactNode,
  answer: (posted: Posted) => ProgramAnswer = () => ({
    ok: true,
    intent: "save",
    revision: 4,
    status: "active",
  }),
) {
  const posted: Posted[] = [];
  function Answered() {
    return (
      <AppProviders theme="light" host={{ embedded: false, developing: false }}>
        <Frame>{page(useActionData<ProgramAnswer>())}</Frame>
      </AppProviders>
    );
  }
  const Stub = createRemixStub([
    {
      path: at.split("?")[0] ?? at,
      Component: Answered,
      action: async ({ request }) => {
        const fields = Object.fromEntries(await request.formData()) as Posted;
        posted.push(fields);
        return answer(fields);
      },
    },
    { path: "*", Component: () => <p>Another page</p> },
  ]);
  const view = render(<Stub initialEntries={[at]} />);
  return { ...view, posted };
}

const editor = (answer: ProgramAnswer | undefined) => (
  <ProgramPage {...pageData} answer={answer} isNew={false} />
);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

describe("after a change of the store's currency (M18)", () => {
  const old: ProgramWire["terms"] = {
    ...program.terms,
    rules: [
      {
        id: "large",
        name: "Large orders",
        when: { type: "all", of: [{ type: "order-value", op: "at-least", amount: usd("100.00") }] },
        pay: {
          type: "tiered",
          period: { type: "ever" },
          below: { type: "per-item", amount: usd("1.00") },
          steps: [
            {
              atLeast: { measure: "sales", amount: usd("500.00") },
              pay: { type: "fixed", amount: usd("9.00") },
            },
          ],
        },
      },
    ],
    caps: { perOrder: usd("50.00"), perAffiliate: { amount: usd("800.00"), period: { type: "ever" } } },
    bonuses: [
      {
        id: "first",
        name: "Start",
        atLeast: { measure: "orders", count: 1 },
        repeats: false,
        amount: { amount: "5.00", currencyCode: "EUR" },
      },
    ],
  };

  it("names every amount of the terms that counts for nothing any more, and no other", async () => {
    const changed = { ...program, terms: old };
    renderAdmin("/dashboard/programs/prg_1", () => (
      <ProgramPage {...pageData} program={changed} currency="EUR" answer={undefined} isNew={false} />
    ));
    expect(await screen.findByText("Your store's currency changed")).toBeDefined();
    expect(screen.getByText(/Your store now sells in EUR/)).toBeDefined();
    const list = screen.getByText("Large orders: $100.00").closest("ul");
    expect([...(list?.children ?? [])].map((one) => one.textContent)).toEqual([
      "Large orders: $100.00",
      "Large orders: $1.00",
      "Large orders: $500.00",
      "Large orders: $9.00",
      "Limit per order: $50.00",
      "Limit per affiliate: $800.00",
    ]);
  });

  it("is silent where all is in the store's currency", async () => {
    renderAdmin("/dashboard/programs/prg_1", () => editor(undefined));
    await screen.findByRole("heading", { name: "Terms versions" });
    expect(screen.queryByText("Your store's currency changed")).toBeNull();
  });
});

describe("the list of programs", () => {
  const empty = { page: 1, limit: 10, total: 0 };

  it("invites to create the first one, in the words of the specification", async () => {
    renderAdmin("/dashboard/programs", () => (
      <ProgramsPage programs={[]} pagination={empty} timeZone="UTC" />
    ));
    expect(await screen.findByRole("heading", { name: "Affiliate Programs" })).toBeDefined();
    expect(screen.getByText("No programs created yet")).toBeDefined();
    expect(screen.getByText("Create your first affiliate program to get started!")).toBeDefined();
    const ways = screen.getAllByRole("link", { name: "Create New Program" });
    expect(ways.map((way) => way.getAttribute("href"))).toEqual(Array(2).fill("/dashboard/programs/new"));
  });

  it("is a table whose rows lead to their pages", async () => {
    renderAdmin("/dashboard/programs", () => (
      <ProgramsPage programs={[program]} pagination={{ ...empty, total: 1 }} timeZone="UTC" />
    ));
    const link = await screen.findByRole("link", { name: "Creators" });
    expect(link.getAttribute("href")).toBe("/dashboard/programs/prg_1");
    for (const text of ["Active", "12.5%", "$87.50"]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    }
    expect(screen.getByText("1-1 of 1")).toBeDefined();
  });

  it("can be sorted, and changes the status of several after asking", async () => {
    renderAdmin("/dashboard/programs", () => (
      <ProgramsPage programs={[program]} pagination={{ ...empty, total: 1 }} timeZone="UTC" />
    ));
    const sort = await screen.findByLabelText<HTMLSelectElement>("Sort by");
    expect([...sort.options].map((option) => option.value)).toEqual(["newest", "oldest", "name"]);
    fireEvent.click(screen.getAllByRole("checkbox", { name: /Select program/ })[0] ?? document.body);
    fireEvent.click((await screen.findAllByRole("button", { name: "Pause" }))[0] ?? document.body);
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Pause: 1 program?")).toBeDefined();
    expect(within(dialog).getByText(/Past commissions aren't affected/)).toBeDefined();
  });

  it("keeps its filters on the screen where nothing matches them", async () => {
    renderAdmin("/dashboard/programs?status=paused", () => (
      <ProgramsPage programs={[]} pagination={empty} timeZone="UTC" />
    ));
    expect(await screen.findByText("No programs match")).toBeDefined();
    expect(screen.queryByText("No programs created yet")).toBeNull();
  });
});

const page = (answer: ProgramAnswer | undefined) => (
  <NewProgramPage
    defaults={{ windowDays: 45, approvalDays: 7 }}
    draft={null}
    joining={joining}
    canEmail
    currency="USD"
    timeZone="UTC"
    answer={answer}
  />
);

describe("the form of a new program", () => {
  it("posts every field, the shop's defaults among them", async () => {
    const { posted } = renderAdmin("/dashboard/programs/new", page);
    await screen.findByLabelText("Program name");
    expect(screen.getByText("Unsaved program")).toBeDefined();
    type("Program name", "Friends");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    const { terms, ...fields } = posted[0] ?? {};
    expect(fields).toEqual({
      intent: "save",
      noticeDays: "14",
      name: "Friends",
      description: "",
      status: "active",
      commissionType: "edited",
    });
    expect(JSON.parse(terms ?? "")).toMatchObject({
      rules: [],
      commission: { type: "percentage", percent: "10" },
      windowDays: "45",
      approvalDays: "7",
      approvalFrom: "order",
    });
  });

  it("shows what is wrong at its field, whichever path the server gave it", async () => {
    const refusal: ProgramAnswer = {
      ok: false,
      message: "Enter a name",
      errors: [
        { field: "name", message: "Enter a name" },
        { field: "terms.commission", message: "Must be above 0 and at most 100 percent." },
      ],
    };
    const { container } = renderAdmin("/dashboard/programs/new", page, () => refusal);
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("Fix 2 errors to save the program")).toBeDefined();
    expect(screen.getByText("Enter a program name.")).toBeDefined();
    expect(screen.getAllByText("Must be above 0 and at most 100 percent.")).toHaveLength(1);
    expect(screen.getByLabelText(/Program name/).getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement?.textContent).toContain("Fix 2 errors to save the program");
    expect(await accessibilityFaults(container)).toEqual([]);
  });
});

it("the editor begins with the draft of a backtest, which is not saved yet", async () => {
  const drafted = { ...program.terms, commission: { type: "percentage" as const, percent: "33" } };
  renderAdmin("/dashboard/programs/prg_1", () => (
    <ProgramPage {...pageData} draft={drafted} answer={undefined} isNew={false} />
  ));
  expect(await screen.findByDisplayValue("33")).toBeDefined();
  expect(screen.getByText("Unsaved changes")).toBeDefined();
});

describe("a program's page", () => {
  it("tells who created it what it earns, with the next step, and has the focus at its top", async () => {
    renderAdmin("/dashboard/programs/prg_1", (answer) => <ProgramPage {...pageData} answer={answer} isNew />);
    expect(await screen.findByText("Program created. Affiliates earn 12.5% of each sale.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Invite Affiliate" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/invite",
    );
    expect(document.activeElement?.textContent).toContain("4 affiliates");
  });

  it("activates a draft at once", async () => {
    const draft: ProgramWire = { ...program, status: "draft", nextStatuses: ["active", "archived"] };
    const { posted } = renderAdmin(
      "/dashboard/programs/prg_1",
      (answer) => <ProgramPage {...pageData} program={draft} answer={answer} isNew={false} />,
      () => ({ ok: true, intent: "status", revision: 4, status: "active" }),
    );
    expect(await screen.findByText("Affiliates can't earn yet.")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Activate" }));
    expect(await screen.findByText("Program activated")).toBeDefined();
    expect(posted).toEqual([{ intent: "status", status: "active" }]);
  });

  it("shows figures, versions and history", async () => {
    renderAdmin("/dashboard/programs/prg_1", editor);
    expect(await screen.findByRole("heading", { name: "Creators" })).toBeDefined();
    expect(screen.getByText("Version 1")).toBeDefined();
    expect(
      screen.getByText("Approval: automatically after 1 day to automatically after 14 days"),
    ).toBeDefined();
    expect(screen.getByText("Active")).toBeDefined();
    expect(screen.getByRole("link", { name: "$87.50 commission" })).toBeDefined();
    const affiliates = screen.getByRole("link", { name: "4 affiliates" });
    expect(affiliates.getAttribute("href")).toBe("/dashboard/affiliates?program=prg_1");
    expect(screen.getByText("Created, active")).toBeDefined();
  });

  it("asks before it pauses, saying what that means, and sends nothing when the answer is no", async () => {
    const { posted } = renderAdmin("/dashboard/programs/prg_1", editor);
    await pressMore("Pause");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/earn until the notice period ends/)).toBeDefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(posted).toEqual([]);
    await pressMore("Pause");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Pause" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "status", status: "paused" }]));
  });

  it("says that something is unsaved, and forgets it when told so", async () => {
    renderAdmin("/dashboard/programs/prg_1", editor);
    await screen.findByLabelText("Program name");
    expect(screen.queryByText("Unsaved changes")).toBeNull();
    type("Program name", "Makers");
    expect(await screen.findByText("Unsaved changes")).toBeDefined();
    const [discard] = screen.getAllByRole("button", { name: "Discard" });
    if (discard) fireEvent.click(discard);
    await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>("Program name").value).toBe("Creators");
  });

  it("asks before it is left with something unsaved", async () => {
    renderAdmin("/dashboard/programs/prg_1", editor);
    await screen.findByLabelText("Program name");
    type("Program name", "Makers");
    fireEvent.click(screen.getByRole("link", { name: "4 affiliates" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Leave page with unsaved changes?")).toBeDefined();
    expect(screen.queryByText("Another page")).toBeNull();
    fireEvent.click(within(dialog).getByRole("button", { name: "Leave page" }));
    expect(await screen.findByText("Another page")).toBeDefined();
  });

  it("keeps what was typed in a conflict, and offers the newest", async () => {
    const conflict: ProgramAnswer = {
      ok: false,
      message: "Someone else changed this program meanwhile. Reload to see the newest version.",
      errors: [{ field: "revision", message: "Someone else changed this program meanwhile." }],
    };
    const { posted } = renderAdmin("/dashboard/programs/prg_1", editor, () => conflict);
    await screen.findByLabelText("Program name");
    type("Program name", "Makers");
    const [save] = screen.getAllByRole("button", { name: "Save" });
    if (save) fireEvent.click(save);
    expect(await screen.findByText(conflict.message)).toBeDefined();
    expect(posted[0]).toMatchObject({ revision: "3" });
    expect(posted[0]).toMatchObject({ name: "Makers" });
    expect(screen.getByLabelText<HTMLInputElement>("Program name").value).toBe("Makers");
    fireEvent.click(screen.getByRole("button", { name: "Discard my changes" }));
    expect(screen.getByLabelText<HTMLInputElement>("Program name").value).toBe("Creators");
  });

  it("says that it is saved, in a toast, and that nothing is unsaved any more", async () => {
    renderAdmin("/dashboard/programs/prg_1", editor);
    await screen.findByLabelText("Program name");
    type("Program name", "Makers");
    const [save] = screen.getAllByRole("button", { name: "Save" });
    if (save) fireEvent.click(save);
    expect(await screen.findByText("Program saved")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  });
});

describe("lower terms", () => {
  const plan: TermsPlanWire = {
    changes: [
      {
        code: "pay",
        effect: "reduction",
        rule: "Coffee beans",
        before: { type: "percentage", percent: "12" },
        after: { type: "percentage", percent: "10" },
      },
    ],
    affiliates: 14,
    noticeDays: 14,
    startsAt: "2026-12-09T10:00:00.000Z",
  };

  it("are scheduled only after the merchant has seen from when they apply", async () => {
    const { posted } = renderAdmin("/dashboard/programs/prg_1", editor, ({ confirmed }) =>
      confirmed === "yes"
        ? { ok: true, intent: "save", revision: 4, status: "active", startsAt: plan.startsAt }
        : { ok: false, message: "", errors: [], plan },
    );
    await screen.findByLabelText("Rate");
    type("Rate", "10");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Schedule lower commission?")).toBeDefined();
    const question =
      "Coffee beans: 12% to 10%. 14 affiliates get 14 days' notice. New terms start Dec 9, 2026.";
    expect(within(dialog).getByText(question)).toBeDefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Schedule change" }));
    expect(await screen.findByText("New terms start Dec 9, 2026")).toBeDefined();
    expect(posted.map((one) => one["confirmed"])).toEqual([undefined, "yes"]);
  });

  it("that wait are shown with their differences, and can be withdrawn", async () => {
    const { changes, startsAt } = plan;
    const waiting = { version: 3, startsAt, terms: program.terms, changes: [...changes] };
    const { posted } = renderAdmin("/dashboard/programs/prg_1", (answer) => (
      <ProgramPage {...pageData} program={{ ...program, waiting }} answer={answer} isNew={false} />
    ));
    expect(await screen.findByText("New terms start Dec 9, 2026")).toBeDefined();
    expect(screen.getByText("Coffee beans: 12% to 10%")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Withdraw" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "withdraw", version: "3" }]));
  });
});
