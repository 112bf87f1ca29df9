import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { applicationsForm, type ApplicationWire } from "#app/contracts/application.ts";
import { ApplicationsPage } from "#app/ui/admin/applications/applications-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const at = "/dashboard/affiliates/applications";
const ana: ApplicationWire = {
  id: "apl_1",
  program: { id: "prg_1", name: "Summer creators" },
  name: "Ana Ruiz",
  email: "ana@ruiz.example",
  status: "new",
  answers: [
    { fieldId: "instagram", label: "Instagram", value: "https://instagram.example/ana" },
    { fieldId: "audience", label: "Audience", value: "12K" },
  ],
  country: "ES",
  referrer: "https://blog.example/",
  utm: { source: "newsletter" },
  termsVersion: 2,
  orders: 3,
  suggestedRule: "Customers with 2+ orders",
  appliedAt: "2026-11-25T10:00:00.000Z",
  confirmedAt: "2026-11-25T10:05:00.000Z",
  decidedAt: null,
  decidedBy: null,
  decidedByRule: null,
  message: "",
  note: "",
  affiliateId: null,
};
const ben: ApplicationWire = {
  ...ana,
  id: "apl_2",
  name: "Ben Okri",
  email: "ben@okri.example",
  suggestedRule: null,
};
const data = {
  pagination: { page: 1, limit: 10, total: 2 },
  program: null,
  programs: [
    { id: "prg_1", name: "Summer creators" },
    { id: "prg_2", name: "VIP creators" },
  ],
  hasAny: true,
  reapplyDays: { prg_1: 90 },
  joinUrl: "http://localhost/join/demo-store",
  timeZone: "UTC",
};

function firstOf(found: HTMLElement[]): HTMLElement {
  const [first] = found;
  if (!first) throw new Error("Nothing was found");
  return first;
}

describe("the inbox of applications", () => {
  it("shows the form's questions as columns, so answers read side by side", async () => {
    const { container } = renderPage(<ApplicationsPage {...data} applications={[ana, ben]} />, { at });
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(expect.arrayContaining(["Applicant", "Instagram", "Audience", "Suggested"]));
    const row = screen.getByRole("link", { name: "Ana Ruiz" }).closest("tr");
    expect(row?.textContent).toContain("instagram.example/ana");
    expect(row?.textContent).toContain("12K");
    expect(row?.textContent).toContain("Approve: Customers with 2+ orders");
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("declines the selected ones with a reason, after saying when they can apply again", async () => {
    const sent: unknown[] = [];
    const answer = (form: FormData) => {
      sent.push(applicationsForm.parse({ ...Object.fromEntries(form), ids: form.getAll("ids") }));
      return { ok: true, intent: "decide", status: "declined", changed: 2, unchanged: [] };
    };
    renderPage(<ApplicationsPage {...data} applications={[ana, ben]} />, { at, answer });
    for (const box of screen.getAllByRole("checkbox", { name: /Select application/ })) fireEvent.click(box);
    fireEvent.click((await screen.findAllByRole("button", { name: "Decline" }))[0] as HTMLElement);
    const modal = await screen.findByRole("dialog", { name: "Decline 2 applications?" });
    expect(modal.textContent).toContain("They can apply again after 90 days.");
    fireEvent.change(within(modal).getByLabelText("Reason (sent)"), { target: { value: "Too small" } });
    fireEvent.change(within(modal).getByLabelText("Internal note"), { target: { value: "Ask in spring" } });
    fireEvent.click(within(modal).getByRole("button", { name: "Decline 2" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          intent: "decide",
          decision: "decline",
          ids: ["apl_1", "apl_2"],
          message: "Too small",
          note: "Ask in spring",
          program: "",
        },
      ]),
    );
    expect(await screen.findByText("2 applications declined")).toBeDefined();
  });

  it("approves into the program they applied to, or into another one", async () => {
    const sent: unknown[] = [];
    const answer = (form: FormData) => {
      sent.push(Object.fromEntries(form));
      return { ok: true, intent: "decide", status: "approved", changed: 1, unchanged: [] };
    };
    renderPage(<ApplicationsPage {...data} applications={[ana]} />, { at, answer });
    fireEvent.click(firstOf(screen.getAllByRole("checkbox", { name: /Select application/ })));
    fireEvent.click(firstOf(await screen.findAllByRole("button", { name: "Approve" })));
    const modal = within(await screen.findByRole("dialog", { name: "Approve 1 application?" }));
    expect(modal.getByText("They get an email with their link.")).toBeDefined();
    const program = modal.getByLabelText<HTMLSelectElement>("Program");
    expect([...program.options].map(({ label }) => label)).toEqual(["Summer creators", "VIP creators"]);
    fireEvent.change(program, { target: { value: "prg_2" } });
    fireEvent.click(modal.getByRole("button", { name: "Approve 1" }));
    await waitFor(() =>
      expect(sent).toMatchObject([{ decision: "approve", ids: "apl_1", program: "prg_2" }]),
    );
  });

  it("names the rule or the person that decided", () => {
    const byRule = { ...ana, status: "approved" as const, decidedByRule: "Customers with 2+ orders" };
    const byPerson = { ...ben, status: "approved" as const, decidedBy: "Ada Owner" };
    renderPage(<ApplicationsPage {...data} applications={[byRule, byPerson]} />, {
      at: `${at}?status=approved`,
    });
    expect(screen.getByText("Approved by rule: Customers with 2+ orders")).toBeDefined();
    expect(screen.getByText("Approved by Ada Owner")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  });

  it("says how to get applications while there are none", () => {
    const none = { ...data, hasAny: false, pagination: { page: 1, limit: 10, total: 0 }, applications: [] };
    renderPage(<ApplicationsPage {...none} />, { at });
    expect(screen.getByText("No new applications")).toBeDefined();
    expect(screen.getByText("Share your join page to get applications.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Copy link" })).toBeDefined();
  });

  it("cuts a long question and answer in the list", () => {
    const label = "Why do you want to work with us, and what have you made before?";
    const value = "I cook and film it. ".repeat(20).trim();
    const chatty = { ...ana, answers: [{ fieldId: "why", label, value }] };
    renderPage(<ApplicationsPage {...data} applications={[chatty]} />, { at });
    const row = screen.getByRole("link", { name: "Ana Ruiz" }).closest("tr");
    expect(row?.textContent).toContain("I cook and film it. I cook and film it. I cook and film it.…");
    expect(row?.textContent).toContain("ana@ruiz.example");
    expect(screen.getAllByRole("columnheader", { name: "Why do you want to work…" }).length).toBe(1);
  });

  it("says of a view without rows what it has none of, and of a search that nothing matches", () => {
    const none = { ...data, pagination: { page: 1, limit: 10, total: 0 }, applications: [] };
    const { unmount } = renderPage(<ApplicationsPage {...none} />, { at: `${at}?status=declined` });
    expect(screen.getByText("No declined applications")).toBeDefined();
    unmount();
    renderPage(<ApplicationsPage {...none} />, { at: `${at}?status=declined&search=zoe` });
    expect(screen.getByText("No applications match")).toBeDefined();
  });
});
