import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { affiliates } from "#app/i18n/en/admin/affiliates.ts";
import { EditForm } from "#app/ui/admin/affiliates/edit-form.tsx";
import { NewKeyForm } from "#app/ui/admin/settings/api-keys-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { provideTexts } from "#app/ui/texts/use-text.ts";
import { affiliate } from "../affiliates/sample.ts";

provideTexts({ affiliates });

/** The page as the server answers it to a form that the browser posted without a script. */
function renderAnswered(children: ReactNode, answer: unknown) {
  const Page = () => (
    <AppProviders theme="light" host={{ embedded: false, developing: false }}>
      <Frame>{children}</Frame>
    </AppProviders>
  );
  const Stub = createRemixStub([{ id: "page", path: "/", Component: Page }]);
  return render(<Stub hydrationData={{ actionData: { page: answer } }} />);
}

const programs = [
  { id: "prg_1", name: "Partners", status: "active" },
  { id: "prg_2", name: "Friends", status: "active" },
];

describe("a form that was posted without a script", () => {
  const message = "Enter a valid e-mail address";
  const given = { intent: "edit", name: "Zoe", email: "nonsense", programIds: "prg_2" };
  const refused = { ok: false, message, errors: [{ field: "email", message }], given };

  test("shows the refusal at its field, and keeps what was typed", () => {
    renderAnswered(<EditForm affiliate={affiliate} programs={programs} />, refused);
    expect(screen.getByText(message)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/^Email/).value).toBe("nonsense");
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Zoe");
    expect(screen.getByLabelText<HTMLInputElement>("Friends").checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Partners").checked).toBe(false);
  });

  test("leaves the other forms of the page alone", () => {
    renderAnswered(<NewKeyForm />, refused);
    expect(screen.queryByText(message)).toBeNull();
  });

  test("shows a key that was made, this once", () => {
    renderAnswered(<NewKeyForm />, { ok: true, intent: "make-key", text: "ak_secret" });
    expect(screen.getByText("ak_secret")).toBeDefined();
  });
});
