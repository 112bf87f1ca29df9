import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { ImportWire } from "#app/contracts/file-import.ts";
import { ImportPage } from "#app/ui/admin/imports/import-page.tsx";
import { ImportsPage } from "#app/ui/admin/imports/imports-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

const plainRow = {
  order: "",
  isOrderKnown: true,
  releaseDay: null,
  changes: [],
  decision: null,
  rate: "",
} satisfies Partial<ImportWire["list"][number]>;

const draft: ImportWire = {
  id: "fim_1",
  fileName: "referrals.csv",
  system: "rewardful",
  kind: "referrals",
  status: "draft",
  isStopped: false,
  rows: 2,
  rowsDone: 0,
  createdAt: "2026-03-10T12:00:00.000Z",
  mapping: {
    isKnownLayout: false,
    dates: "ymd",
    amounts: "point",
    currency: null,
    releaseOn: null,
    programId: "",
    words: {},
    columns: [
      { name: "Email", example: "ada@x.example", use: "email" },
      { name: "State", example: "wartet", use: "status" },
      { name: "Commission", example: "1.50", use: "amount" },
    ],
    programs: [],
    questions: [
      { setting: "currency", code: "currency_missing", what: "" },
      { setting: "words", code: "word_unknown", what: "wartet" },
    ],
  },
  totals: [],
  now: [],
  counts: [],
  list: [],
  uninvited: 0,
  undecided: { count: 0, amounts: [] },
  waiting: [],
  noted: 0,
  showsNoted: false,
  todos: [],
  pagination: { page: 1, limit: 25, total: 0 },
  outcome: null,
};

const checked: ImportWire = {
  ...draft,
  status: "checked",
  totals: [
    {
      file: usd("17.00"),
      pending: usd("5.00"),
      available: usd("10.00"),
      history: usd("0.00"),
      left: usd("2.00"),
    },
  ],
  counts: [
    { outcome: "create", count: 2 },
    { outcome: "decide", count: 1 },
  ],
  list: [
    {
      row: 2,
      affiliate: { id: "aff_1", name: "Ada" },
      label: "",
      amount: usd("10.00"),
      outcome: "create",
      code: "balance_approved",
      otherRow: null,
      column: null,
      notes: [],
      ...plainRow,
    },
    {
      row: 3,
      affiliate: null,
      label: "new@x.example",
      amount: usd("2.00"),
      outcome: "decide",
      code: "affiliate_unknown",
      otherRow: null,
      column: null,
      notes: [],
      ...plainRow,
    },
  ],
  pagination: { page: 1, limit: 25, total: 3 },
};

const page = (upload: ImportWire, mayInvite = true) => (
  <ImportPage
    upload={upload}
    programs={[]}
    isEditing={false}
    switched={null}
    mayInvite={mayInvite}
    timeZone="UTC"
    currency="USD"
  />
);

describe("an import", () => {
  it("offers to check a file again whose check failed", async () => {
    const posted: unknown[] = [];
    renderPage(page({ ...draft, status: "checking", isStopped: true }), {
      posts: {
        "/dashboard/affiliates/import/fim_1": (form) => {
          posted.push(form.get("intent"));
          return { ok: true };
        },
      },
    });
    await screen.findByText(/^The check failed/);
    expect(screen.queryByText(/^Checking row/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Check file" }));
    await waitFor(() => expect(posted).toEqual(["check"]));
  });

  it("offers to go on with an import that stopped", async () => {
    const posted: unknown[] = [];
    renderPage(page({ ...checked, status: "running", isStopped: true }), {
      posts: {
        "/dashboard/affiliates/import/fim_1": (form) => {
          posted.push(form.get("intent"));
          return { ok: true };
        },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Continue import" }));
    await waitFor(() => expect(posted).toEqual(["import"]));
  });

  it("asks before it invites the imported affiliates", async () => {
    const posted: unknown[] = [];
    renderPage(page({ ...checked, kind: "affiliates", status: "done", mapping: null, uninvited: 2 }), {
      posts: {
        "/dashboard/affiliates/import/fim_1": (form) => {
          posted.push(Object.fromEntries(form));
          return { ok: true };
        },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Invite 2 affiliates" }));
    expect(posted).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "invite" }]));
  });

  it("invites nobody in shadow mode", async () => {
    renderPage(page({ ...checked, kind: "affiliates", status: "done", mapping: null, uninvited: 2 }, false));
    const button = await screen.findByRole("button", { name: "Invite 2 affiliates" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByRole("link", { name: "Open shadow mode" })).toBeTruthy();
  });

  it("asks about what the file leaves open, and says that nobody publishes its columns", async () => {
    const { container } = renderPage(page(draft));
    expect(await screen.findByText("Rewardful doesn't publish its columns. Check each one.")).toBeTruthy();
    expect(screen.getByText("Choose a currency.")).toBeTruthy();
    expect(screen.getByText('Choose the meaning of "wartet".')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Meaning of "wartet"'), "Pending");
    expect(screen.getByLabelText<HTMLSelectElement>('Meaning of "wartet"').value).toBe("pending");
    expect(screen.getByLabelText<HTMLSelectElement>("Use of Commission").value).toBe("amount");
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("shows the totals of the file and the decision about each row before anything is imported", async () => {
    const { container } = renderPage(page(checked));
    expect(await screen.findByText("Available balance")).toBeTruthy();
    expect(screen.getByText("Import this affiliate first")).toBeTruthy();
    expect(screen.getByText("$17.00")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Import" })).toBeTruthy();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("asks about programs that the store lacks, with the file's rate", async () => {
    const posted: unknown[] = [];
    if (!draft.mapping) throw new Error("A draft has a mapping.");
    const mapping: ImportWire["mapping"] = {
      ...draft.mapping,
      columns: [{ name: "Email", example: "ada@x.example", use: "email" }],
      programs: [
        { key: "gold", name: "Gold", people: 12, rate: { kind: "percentage", value: "12.5" }, choice: null },
        { key: "silver", name: "Silver", people: 3, rate: null, choice: null },
      ],
      questions: [{ setting: "programs", code: "program_missing", what: "Silver" }],
    };
    const { container } = renderPage(page({ ...draft, kind: "affiliates", mapping }), {
      posts: {
        "/dashboard/affiliates/import/fim_1": (form) => {
          const choices = form.get("choices");
          if (typeof choices === "string") posted.push(JSON.parse(choices).programs);
          return { ok: true };
        },
      },
    });
    expect(await screen.findByText("Choose a program for Silver affiliates.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Rate of Gold").value).toBe("12.5");
    await userEvent.selectOptions(screen.getByLabelText("Use of Silver"), "Create program");
    await userEvent.selectOptions(screen.getByLabelText("Kind of rate of Silver"), "Amount per order");
    await userEvent.type(screen.getByLabelText("Rate of Silver"), "5");
    expect(await accessibilityFaults(container)).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Check file" }));
    const create = { as: "create", kind: "percentage" };
    await waitFor(() =>
      expect(posted).toEqual([
        {
          gold: { ...create, name: "Gold", value: "12.5" },
          silver: { ...create, name: "Silver", kind: "fixed", value: "5" },
        },
      ]),
    );
  });

  it("saves decisions together, and says what is left before it imports", async () => {
    const posted: unknown[] = [];
    const [first, second] = checked.list;
    if (!first || !second) throw new Error("There are two rows.");
    const decision = {
      key: "affiliate_unknown:new@x.example",
      code: "affiliate_unknown" as const,
      action: null,
      currency: null,
      currencies: [],
    };
    const upload: ImportWire = {
      ...checked,
      list: [first, { ...second, decision }],
      undecided: { count: 1, amounts: [usd("2.00")] },
      waiting: [{ code: "affiliate_unknown", count: 1, amounts: [usd("2.00")], action: null }],
    };
    const { container } = renderPage(page(upload), {
      posts: {
        "/dashboard/affiliates/import/fim_1": (form) => {
          posted.push(Object.fromEntries(form));
          return { ok: true };
        },
      },
    });
    expect(await screen.findByText("1 row to decide: $2.00")).toBeTruthy();
    expect(await accessibilityFaults(container)).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Import" }));
    expect(
      await screen.findByText("1 row still needs a decision and won't be imported: $2.00."),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.selectOptions(screen.getByLabelText("Decision for row 3"), "Skip");
    await userEvent.click(screen.getByRole("button", { name: "Save 1 decision" }));
    const decisions = JSON.stringify([{ key: decision.key, decision: { action: "skip" } }]);
    await waitFor(() => expect(posted).toEqual([{ intent: "decide", decisions }]));
  });

  it("shows the progress of a long check, which can be left or discarded", async () => {
    const { container } = renderPage(
      page({ ...checked, status: "checking", list: [], counts: [], rowsDone: 1 }),
    );
    expect(await screen.findByText("Checking row 1 of 2")).toBeTruthy();
    expect(screen.getByText("You can leave this page.")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Discard" }).length).toBeGreaterThan(0);
    expect(screen.queryByText("Rows")).toBeNull();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("names the column of a row that is skipped", async () => {
    const [row] = checked.list;
    if (!row) throw new Error("There is a row.");
    const faulty = { ...row, outcome: "skip", code: "amount_unreadable", column: "Commission" } as const;
    renderPage(
      page({
        ...checked,
        list: [{ ...faulty, row: 2, label: "x", amount: null, affiliate: null, otherRow: null, notes: [] }],
      }),
    );
    expect(await screen.findByText("Amount can't be read (column Commission)")).toBeTruthy();
  });

  it("shows progress, and afterwards offers the undo", async () => {
    renderPage(page({ ...checked, status: "running", mapping: null, rowsDone: 1 }));
    expect(await screen.findByText("Importing row 1 of 2")).toBeTruthy();
    renderPage(page({ ...checked, status: "done", mapping: null }));
    expect((await screen.findAllByRole("button", { name: "Undo import" })).length).toBeGreaterThan(0);
  });
});

it("lists earlier imports beside the upload", async () => {
  const { container } = renderPage(<ImportsPage imports={[draft]} timeZone="UTC" />);
  expect(await screen.findByText("Commissions from Rewardful")).toBeTruthy();
  expect(await accessibilityFaults(container)).toEqual([]);
});
