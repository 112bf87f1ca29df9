import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { joiningForm, type JoiningWire } from "#app/contracts/joining.ts";
import { JoiningPage } from "#app/ui/admin/programs/joining/joining-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { choose } from "#app/contracts/reasons.ts";

const at = "/dashboard/programs/prg_1/joining";
const program = { id: "prg_1", name: "Summer creators", status: "active" };
const closed: JoiningWire = {
  mode: "invitation",
  slug: "",
  joinUrl: null,
  fields: [],
  rules: [],
  indexable: false,
  reapplyDays: 90,
  revision: 0,
};
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

describe("how people join a program", () => {
  it("opens the program with a question and a rule that is named after its condition", async () => {
    const sent: unknown[] = [];
    const answer = (form: FormData) => {
      sent.push(joiningForm.parse(Object.fromEntries(form)).joining);
      return { ok: true };
    };
    renderPage(<JoiningPage program={program} joining={closed} canEmail answer={undefined} />, {
      at,
      answer,
    });
    expect(screen.queryByText("Auto-approval")).toBeNull();
    fireEvent.click(screen.getByRole("radio", { name: "Anyone can apply" }));
    press("Add question");
    type("Question 1", "Audience");
    fireEvent.change(screen.getByLabelText("Answer to question 1"), { target: { value: "choice" } });
    type("Choices of question 1", "1K\n10K\n");
    press("Add rule");
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

  it("sends back unchanged what was saved", async () => {
    const sent: unknown[] = [];
    const answer = (form: FormData) => {
      sent.push(joiningForm.parse(Object.fromEntries(form)).joining);
      return { ok: true };
    };
    const { container } = renderPage(
      <JoiningPage program={program} joining={open} canEmail answer={undefined} />,
      { at, answer },
    );
    expect(await accessibilityFaults(container)).toEqual([]);
    press("Save");
    const { joinUrl: _address, ...saved } = open;
    await waitFor(() => expect(sent).toEqual([saved]));
  });

  it("shows an error at the field that is wrong, and says what keeps a program from taking applications", () => {
    const refusal = {
      ok: false as const,
      message: "Enter a question in one line",
      errors: [{ field: "joining.fields.0.label", message: "Enter a question in one line" }],
    };
    renderPage(<JoiningPage program={program} joining={open} canEmail={false} answer={refusal} />, { at });
    expect(screen.getByLabelText("Question 1").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(/Set up an email server to take applications/)).toBeDefined();
  });

  it("counts several errors, and shows each at its field with the first one focused", () => {
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
    renderPage(<JoiningPage program={program} joining={wrong} canEmail answer={refusal} />, { at });
    screen.getByText("Fix 2 errors to save.");
    const [countries] = screen.getAllByLabelText("Is any of");
    expect(countries?.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(countries);
    expect(screen.getByLabelText("Question").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getAllByText(country.message)).toHaveLength(1);
  });

  it("asks for a question where an answer's rule has none", () => {
    const conditions = [{ kind: "answer", fieldId: "", values: ["10K"] }];
    const joining = JSON.stringify({ ...open, joinUrl: undefined, rules: [{ name: "Big", conditions }] });
    const { error } = joiningForm.safeParse({ joining });
    expect(error?.issues.map(({ message }) => message)).toContain(choose("question"));
  });
});
