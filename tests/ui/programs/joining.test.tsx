import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { joiningField, type JoiningWire } from "#app/contracts/joining.ts";
import { ProgramPage } from "#app/ui/admin/programs/program-page.tsx";
import type { ProgramAnswer } from "#app/ui/admin/programs/use-program-form.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { choose } from "#app/contracts/reasons.ts";
import { joining as closed, pageData } from "./sample.ts";

const at = "/dashboard/programs/prg_1?section=joining";
// The preview is asked in another test; here the server is away.
beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch"))));

const open: JoiningWire = {
  ...closed,
  mode: "open",
  slug: "summer",
  joinUrl: "https://app.example/join/demo-store/summer",
  fields: [{ id: "audience", kind: "choice", label: "Audience", required: true, choices: ["1K", "10K"] }],
  rules: [
    { name: "Big", conditions: [{ kind: "answer", fieldId: "audience", values: ["10K"] }] },
    { name: "Customers", conditions: [{ kind: "orders", atLeast: 2 }] },
  ],
  revision: 3,
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** Saving is offered in the bar above the page too; the page's own button is the last. */
const press = (name: string) =>
  fireEvent.click(screen.getAllByRole("button", { name }).at(-1) as HTMLElement);

type Shown = { joining: JoiningWire; canEmail?: boolean; answer?: ProgramAnswer };

/** A program's page with its section Joining open; what is posted as joining is kept. */
function show({ joining, canEmail = true, answer }: Shown) {
  const sent: unknown[] = [];
  const page = (
    <ProgramPage {...pageData} joining={joining} canEmail={canEmail} answer={answer} isNew={false} />
  );
  const view = renderPage(page, {
    at,
    answer: (form) => {
      const text = form.get("joining");
      sent.push(typeof text === "string" ? joiningField.parse(text) : null);
      return null;
    },
  });
  return { ...view, sent };
}

describe("how people join a program", () => {
  it("opens the program with a question and a rule that is named after its condition", async () => {
    const { sent } = show({ joining: closed });
    expect(screen.queryByText("Auto-approval")).toBeNull();
    fireEvent.click(screen.getByRole("radio", { name: "Anyone can apply" }));
    press("Add question");
    type("Question 1", "Audience");
    fireEvent.change(screen.getByLabelText("Answer to question 1"), { target: { value: "choice" } });
    type("Choices of question 1", "1K\n10K\n");
    press("Add approval rule");
    type("Is any of", "es, PT");
    press("Save");
    await waitFor(() =>
      expect(sent).toEqual([
        {
          mode: "open",
          slug: "",
          fields: [{ id: "q1", kind: "choice", label: "Audience", required: false, choices: ["1K", "10K"] }],
          rules: [{ name: "Country: es, PT", conditions: [{ kind: "country", values: ["ES", "PT"] }] }],
          indexable: false,
          reapplyDays: 90,
          revision: 0,
        },
      ]),
    );
  });

  it("sends nothing of it unless it was changed, and then what was saved with the change", async () => {
    const { container, sent } = show({ joining: open });
    expect(await accessibilityFaults(container)).toEqual([]);
    type("Program name", "Makers");
    press("Save");
    await waitFor(() => expect(sent).toEqual([null]));
    type("Apply again after", "30");
    press("Save");
    const { joinUrl: _address, ...saved } = open;
    await waitFor(() => expect(sent.at(-1)).toEqual({ ...saved, reapplyDays: 30 }));
  });

  it("shows its value in one line while it is closed", () => {
    show({ joining: open });
    fireEvent.click(screen.getByRole("button", { name: /^Joining/ }));
    expect(screen.getByText("Anyone can apply, 1 question, 2 auto-approval rules")).toBeDefined();
  });

  it("shows an error at the field that is wrong, and says what keeps a program from taking applications", () => {
    const refusal = {
      ok: false as const,
      message: "Enter a question in one line",
      errors: [{ field: "joining.fields.0.label", message: "Enter a question in one line" }],
    };
    show({ joining: open, canEmail: false, answer: refusal });
    expect(screen.getByLabelText("Question 1").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(/Set up an email server to take applications/)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText("Question 1"));
  });

  it("counts several errors, and shows each at its field", () => {
    const wrong: JoiningWire = {
      ...open,
      rules: [
        { name: "Close", conditions: [{ kind: "country", values: ["US", "USA"] }] },
        { name: "Big", conditions: [{ kind: "answer", fieldId: "gone", values: ["10K"] }] },
      ],
    };
    const country = { field: "joining.rules.0.conditions.0.values.1", message: "Must be a country code" };
    const question = {
      field: "joining.rules.1.conditions.0.fieldId",
      message: "Choose a question of the form",
    };
    const refusal = { ok: false as const, message: country.message, errors: [country, question] };
    show({ joining: wrong, answer: refusal });
    screen.getByText("Fix 2 errors to save the program");
    const [countries] = screen.getAllByLabelText("Is any of");
    expect(countries?.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText("Question").getAttribute("aria-invalid")).toBe("true");
    const section = within(document.getElementById("section-joining") as HTMLElement);
    expect(section.getAllByText(country.message)).toHaveLength(1);
  });

  it("asks for a question where an answer's rule has none", () => {
    const conditions = [{ kind: "answer", fieldId: "", values: ["10K"] }];
    const joining = JSON.stringify({ ...open, joinUrl: undefined, rules: [{ name: "Big", conditions }] });
    const { error } = joiningField.safeParse(joining);
    expect(error?.issues.map((issue) => issue.message)).toContain(choose("question"));
  });
});
