import { AppProvider } from "@shopify/polaris";
import en from "@shopify/polaris/locales/en.json" with { type: "json" };
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import type { FormRefusal } from "#app/ui/shared/error-banner.tsx";
import { FormCheckbox, FormSelect, FormTextField } from "#app/ui/shared/form/form-fields.tsx";
import { type FormAnswer, useAppForm } from "#app/ui/shared/form/use-app-form.ts";

type Props = { answer: FormAnswer | null; name?: string };

function Page({ answer, name = "Iris" }: Props) {
  const [isShown, setShown] = useState(true);
  const { id, fields, values, isDirty, banner, discard } = useAppForm({
    id: "sample",
    defaultValue: { name, kind: "all", isOn: true, "limits.EUR.minimum": "5.00" },
    answer,
    keeps: ["kind"],
  });
  return (
    <form id={id} aria-label="Sample">
      <p role="alert">{banner.message}</p>
      <output>{JSON.stringify({ ...values, isDirty })}</output>
      {isShown && <FormTextField field={fields.name} label="Name" />}
      <FormSelect
        field={fields.kind}
        label="Kind"
        options={[
          { label: "All", value: "all" },
          { label: "Some", value: "some" },
        ]}
      />
      <FormCheckbox field={fields.isOn} label="On" />
      <FormTextField field={fields["limits.EUR.minimum"]} label="Minimum" />
      <button type="button" onClick={() => setShown(!isShown)}>
        Fold
      </button>
      <button type="button" onClick={discard}>
        Discard
      </button>
    </form>
  );
}

const screenOf = (props: Props) => (
  <AppProvider i18n={en}>
    <Page {...props} />
  </AppProvider>
);
const open = (props: Props) => render(screenOf(props));
const posted = () => Object.fromEntries(new FormData(screen.getByRole<HTMLFormElement>("form")));
const state = () => JSON.parse(screen.getByRole("status").textContent) as Record<string, unknown>;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const nameField = () => screen.getByLabelText<HTMLInputElement>("Name");

const refusal = (...fields: string[]): FormRefusal => ({
  message: "Not possible",
  errors: fields.map((field) => ({ field, message: `Wrong ${field}` })),
});

describe("a form", () => {
  test("posts and knows what is typed, chosen and ticked, and puts the default values back", async () => {
    open({ answer: null });
    expect(state()).toMatchObject({ name: "Iris", isOn: true, isDirty: false });
    await userEvent.clear(nameField());
    await userEvent.type(nameField(), "Noor");
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "some");
    await userEvent.click(screen.getByLabelText("On"));
    await userEvent.type(screen.getByLabelText("Minimum"), "0");
    const typed = { name: "Noor", kind: "some", "limits.EUR.minimum": "5.000" };
    expect(posted()).toEqual(typed);
    expect(state()).toEqual({ ...typed, isOn: false, isDirty: true });
    await press("Discard");
    const saved = { name: "Iris", kind: "all", "limits.EUR.minimum": "5.00" };
    expect(posted()).toEqual({ ...saved, isOn: "on" });
    expect(state()).toEqual({ ...saved, isOn: true, isDirty: false });
  });

  test("keeps an emptied field empty", async () => {
    open({ answer: null });
    await userEvent.clear(nameField());
    expect(state()).toMatchObject({ name: "", isDirty: true });
    expect(posted()).toMatchObject({ name: "" });
  });

  test("shows errors at their fields, keeps what was typed, and focuses the first wrong field", async () => {
    const { rerender } = open({ answer: null });
    await userEvent.type(nameField(), "!");
    rerender(screenOf({ answer: refusal("limits.EUR.minimum", "name") }));
    expect(screen.getByText("Wrong name")).toBeDefined();
    expect(screen.getByText("Wrong limits.EUR.minimum")).toBeDefined();
    expect(screen.getByRole("alert").textContent).toBe("");
    expect(nameField().value).toBe("Iris!");
    expect(document.activeElement).toBe(nameField());
  });

  test("shows the sentence of a refusal above the fields where one of its errors has no field", () => {
    open({ answer: refusal("name", "revision") });
    expect(screen.getByText("Wrong name")).toBeDefined();
    expect(screen.getByRole("alert").textContent).toBe("Not possible");
  });

  test("begins with what was posted without a script, boxes included", () => {
    const given = { name: "Zoe", kind: "some", "limits.EUR.minimum": "" };
    open({ answer: { ...refusal("name"), given } });
    expect(posted()).toEqual(given);
  });

  test("is emptied once it is done, save the fields that it keeps", async () => {
    const { rerender } = open({ answer: null, name: "" });
    await userEvent.type(nameField(), "Noor");
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "some");
    rerender(screenOf({ answer: refusal("name"), name: "" }));
    rerender(screenOf({ answer: { ok: true }, name: "" }));
    expect(posted()).toMatchObject({ name: "", kind: "some" });
    expect(state()).toMatchObject({ name: "", kind: "some", isDirty: false });
    expect(screen.queryByText("Wrong name")).toBeNull();
  });

  test("keeps what was typed into a field that is not shown for a while", async () => {
    open({ answer: null });
    await userEvent.type(nameField(), "!");
    await press("Fold");
    expect(posted()).not.toHaveProperty("name");
    expect(state()).toMatchObject({ name: "Iris!", isDirty: true });
    await press("Fold");
    expect(nameField().value).toBe("Iris!");
  });
});
