import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { inviteManyForm } from "#app/contracts/affiliate-forms.ts";
import { InviteManyPage } from "#app/ui/admin/affiliates/invite-many-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const at = "/dashboard/affiliates/invite/many";
/** jsdom's files have no `text()`. */
function upload(text: string): void {
  const file = Object.assign(new File([text], "people.csv"), { text: () => Promise.resolve(text) });
  fireEvent.change(screen.getByLabelText(/CSV file/), { target: { files: [file] } });
}

it("checks an uploaded list line by line before anybody is invited", async () => {
  const sent: unknown[] = [];
  const answer = (form: FormData) => {
    sent.push(inviteManyForm.parse(Object.fromEntries(form)));
    const row = {
      line: 1,
      name: "Ana",
      affiliate: "ana@",
      affiliateName: null,
      state: "wrong",
      fault: "Email: Wrong",
    };
    return { ok: true, intent: "many", added: 0, rows: [row] };
  };
  const { container } = renderPage(<InviteManyPage canEmail />, { at, answer });
  expect(await accessibilityFaults(container)).toEqual([]);
  upload("Ana,ana@");
  await waitFor(() => expect(screen.getByDisplayValue("Ana,ana@")).toBeDefined());
  fireEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("Line 1: Email: Wrong")).toBeDefined();
  expect(screen.getByRole("columnheader", { name: "Email" })).toBeDefined();
  expect(sent).toMatchObject([{ step: "check", rows: "Ana,ana@" }]);
});

it("does not read a file that is too large", async () => {
  renderPage(<InviteManyPage canEmail />, { at });
  upload("x".repeat(1_000_001));
  expect(await screen.findByText(/Use a file of at most 1 MB/)).toBeDefined();
});
