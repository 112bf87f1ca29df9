import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import { AccountSetting } from "#app/ui/admin/reconciliation/reading-settings.tsx";
import { StatementUploadPage } from "#app/ui/admin/reconciliation/statement-upload-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

const upload: StatementDraftWire = {
  id: "psd_1",
  fileName: "ING_2026-11.csv",
  kind: "csv",
  provider: "bank",
  account: null,
  layout: "ING",
  rememberedFrom: null,
  reading: {
    encoding: "utf-8",
    delimiter: ";",
    headerLine: 7,
    dates: "dmy",
    decimals: "comma",
    direction: "minus_is_out",
    fee: "none",
    currency: "USD",
    account: null,
    columns: ["date", "amount", "type"],
    words: [],
  },
  columns: [
    { name: "Buchung", example: "25.11.2026", use: "date" },
    { name: "Betrag", example: "-7,56", use: "amount" },
    { name: "Art", example: "Umbuchung", use: "type" },
  ],
  questions: [],
  rows: 42,
  unclear: 12,
  first: "2026-11-01",
  last: "2026-11-25",
  preview: [
    {
      line: 8,
      day: "2026-11-25",
      outcome: "paid",
      amount: usd("-7.56"),
      fee: null,
      reference: "AP-7K3F Zoe",
      type: "",
      status: "",
      reason: "",
    },
    {
      line: 9,
      day: "2026-11-25",
      outcome: "unclear",
      amount: usd("5.00"),
      fee: null,
      reference: "",
      type: "",
      status: "",
      reason: "The status isn't known.",
    },
  ],
  statement: null,
  expiresAt: "2026-12-02T00:00:00.000Z",
};

const render = (change: Partial<StatementDraftWire>, answer?: (form: FormData) => unknown) =>
  renderPage(<StatementUploadPage upload={{ ...upload, ...change }} />, {
    at: "/dashboard/affiliates/payouts/reconcile/uploads/psd_1",
    ...(answer && { answer }),
  });

const confirm = () => screen.getAllByRole<HTMLButtonElement>("button", { name: "Confirm reading" })[0];

describe("step 2 of the import", () => {
  it("shows the settings, the use of each column, and the first rows with sign and currency", async () => {
    const { container } = render({});
    expect(screen.getByText(/^We read 42 rows from line 8/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Header line").value).toBe("7");
    expect(screen.getByLabelText<HTMLSelectElement>("Dates").value).toBe("dmy");
    expect(screen.getByText("Layout: ING (recognized)")).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>("Use Betrag as").value).toBe("amount");
    expect(screen.getByText("-$7.56")).toBeTruthy();
    expect(screen.getByText("+$5.00")).toBeTruthy();
    expect(screen.getByText("12 unclear")).toBeTruthy();
    expect(screen.getByText("The status isn't known.")).toBeTruthy();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("shows a question at its setting and lets nobody confirm before it is answered", () => {
    const question = { column: null, word: null, choices: [], blocks: true };
    const message = "12 of 42 dates don't fit day-month-year.";
    render({ questions: [{ ...question, setting: "dates", message }] });
    expect(screen.getByText(message)).toBeTruthy();
    expect(confirm()?.getAttribute("aria-disabled") ?? confirm()?.disabled).toBeTruthy();
  });

  it("shows no proposed value as chosen while it is asked for", () => {
    const question = { column: null, word: null, message: "Choose.", blocks: true };
    const asked = (setting: "dates" | "account", ...choices: string[]) => ({ ...question, setting, choices });
    render({ account: "DE01", questions: [asked("dates", "dmy", "mdy"), asked("account", "DE01", "DE02")] });
    const [dates, account] = ["Dates", "Account"].map((label) =>
      screen.getByLabelText<HTMLSelectElement>(label),
    );
    expect([dates?.value, dates?.selectedOptions[0]?.text]).toEqual(["", "Choose"]);
    expect([...(account?.options ?? [])].map(({ text }) => text)).toEqual(["Choose", "DE01", "DE02"]);
    expect(account?.value).toBe("");
    expect(screen.getByLabelText<HTMLSelectElement>("Amounts").value).toBe("none");
  });

  it("takes a chosen account back", () => {
    const change = vi.fn<(change: object) => void>();
    renderPage(<AccountSetting upload={{ ...upload, account: "DE01" }} change={change} />);
    const account = screen.getByLabelText<HTMLSelectElement>("Account");
    expect(account.value).toBe("DE01");
    fireEvent.change(account, { target: { value: "" } });
    expect(change).toHaveBeenCalledExactlyOnceWith({ account: null });
  });

  it("asks for the meaning of unclear words", () => {
    const question = { setting: "words", column: 2, word: "Umbuchung", message: "", blocks: false };
    render({ questions: [{ ...question, choices: ["description", "return"] }] });
    const menu = screen.getByLabelText<HTMLSelectElement>("What does 'Umbuchung' mean?");
    expect([...menu.options].map(({ text }) => text)).toEqual(["Choose", "Payment", "Return"]);
  });

  it("confirms the reading, remembering it for its source", async () => {
    const answer = vi.fn<(form: FormData) => object>(() => ({ ok: true }));
    render({}, answer);
    expect(screen.getByLabelText<HTMLInputElement>("Remember this layout for ING").checked).toBe(true);
    fireEvent.click(confirm() ?? document.body);
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
    expect(Object.fromEntries(answer.mock.calls[0]?.[0] ?? [])).toEqual({
      intent: "confirm",
      rememberAs: "ING",
    });
  });

  it("remembers the reading of an unknown file under the name that is typed, or not at all", async () => {
    const answer = vi.fn<(form: FormData) => object>(() => ({ ok: true }));
    render({ layout: null }, answer);
    fireEvent.change(screen.getByLabelText("Bank or provider"), { target: { value: " Town Bank " } });
    fireEvent.click(confirm() ?? document.body);
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
    fireEvent.click(screen.getByLabelText("Remember this layout"));
    expect(screen.queryByLabelText("Bank or provider")).toBeNull();
    await waitFor(() => expect(confirm()?.getAttribute("aria-disabled")).not.toBe("true"));
    fireEvent.click(confirm() ?? document.body);
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    expect(answer.mock.calls.map(([form]) => form.get("rememberAs"))).toEqual(["Town Bank", ""]);
  });
});
