import { useActionData, useRevalidator } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { AffiliatesPage, type AffiliatesData } from "#app/ui/admin/affiliates/affiliates-page.tsx";
import { InvitePage } from "#app/ui/admin/affiliates/invite-page.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { BulkResult } from "#app/ui/shared/list/bulk-result.tsx";
import { renderPage } from "../shell/stub.tsx";
import { affiliate, firstOf } from "./sample.ts";

const at = "/dashboard/affiliates";
const nothing: AffiliatesData = {
  affiliates: [],
  pagination: { page: 1, limit: 10, total: 0 },
  timeZone: "UTC",
  program: null,
  tags: [],
  invited: null,
};
const some = { ...nothing, affiliates: [affiliate], pagination: { page: 1, limit: 10, total: 1 } };

describe("the affiliates page", () => {
  test("empty: title, text, button and empty state, word for word (SPEC §2)", async () => {
    renderPage(<AffiliatesPage {...nothing} />, { at });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Affiliates");
    expect(screen.getByText("Manage your affiliate partners and track their performance.")).toBeDefined();
    expect(screen.getByText("No affiliates yet")).toBeDefined();
    expect(screen.getByText("Start by inviting your first affiliate partner!")).toBeDefined();
    expect(screen.getAllByRole("button", { name: "Invite Affiliate" })).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Share your join page" })).toBeDefined();
    expect(screen.queryByText("Export")).toBeNull();
  });

  test("with data: a row with figures that leads to its page, and the list as a file", async () => {
    renderPage(<AffiliatesPage {...some} />, { at: `${at}?status=active&page=1` });
    const row = screen.getByText("zoe@example.com").closest("tr");
    if (!row) throw new Error("There is no row.");
    expect(within(row).getByRole("link", { name: "Zoë Núñez" }).getAttribute("href")).toBe(
      `${at}/${affiliate.id}`,
    );
    for (const text of ["zoe@example.com", "Active", "Partners", "7", "$700.00", "$15.00"]) {
      expect(within(row).getByText(text)).toBeDefined();
    }
    const file = firstOf(screen.getAllByRole("link", { name: "Export" }));
    expect(file.getAttribute("href")).toBe("/dashboard/export/affiliates.csv?status=active");
  });

  test("a filter that finds nobody is not an empty shop", () => {
    for (const query of ["search=nobody", "status=active", "program=prg_1", "page=2"]) {
      const { unmount } = renderPage(<AffiliatesPage {...nothing} />, { at: `${at}?${query}` });
      expect(screen.queryByText("No affiliates yet")).toBeNull();
      expect(screen.getByText("No affiliates match")).toBeDefined();
      unmount();
    }
  });

  test("a bulk change is confirmed first", async () => {
    renderPage(<AffiliatesPage {...some} />, { at });
    fireEvent.click(firstOf(screen.getAllByRole("checkbox", { name: /Select affiliate/ })));
    fireEvent.click(firstOf(await screen.findAllByRole("button", { name: "Suspend" })));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Suspend 1 affiliate?")).toBeDefined();
    expect(within(dialog).getByLabelText("Reason")).toBeDefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByText("Suspend 1 affiliate?")).toBeNull());
  });

  test("says who was invited, once, and takes the mark out of the address", async () => {
    const invited = { id: affiliate.id };
    const page = `${at}/${affiliate.id}`;
    renderPage(<AffiliatesPage {...some} invited={invited} />, { at: `${at}?invited=aff_1`, paths: [page] });
    expect(await screen.findByText("Invitation sent")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "View affiliate" }));
    expect(await screen.findByText(`arrived at ${page}`)).toBeDefined();
  });

  test("tells who could not change, and why", () => {
    const unchanged = [
      { id: "aff_1", name: "Bob", reason: "An affiliate who is invited can become pending" },
    ];
    const result = { ok: true as const, status: "suspended" as const, changed: 2, unchanged };
    renderPage(
      <BulkResult
        noun={{ singular: "affiliate", plural: "affiliates" }}
        result={result}
        onDismiss={() => {}}
      />,
      { at },
    );
    expect(screen.getByText("2 affiliates changed")).toBeDefined();
    expect(screen.getByText("Couldn't change 1 affiliate:")).toBeDefined();
    expect(screen.getByText("Bob: An affiliate who is invited can become pending")).toBeDefined();
  });
});

function InviteRoute() {
  const answer = usePageAnswer<{ invited: { id: string; name: string; link: string } }>();
  const { revalidate } = useRevalidator();
  return (
    <>
      <button onClick={revalidate}>Update</button>
      <output>{useActionData() ? "answered" : "none"}</output>
      <InvitePage programs={[]} refusal={null} canEmail={false} invited={answer?.invited ?? null} />
    </>
  );
}

describe("the invitation over the list", () => {
  const data = {
    programs: [{ id: "prg_1", name: "Partners", status: "active", terms: ["Earn 10% of each sale."] }],
    canEmail: false,
  };

  test("posts to the page of the same form, and shows a link that nobody emails", async () => {
    const posted: Record<string, FormDataEntryValue>[] = [];
    const link = "https://app.example/portal/accept#token=shp_1.secret";
    const answer = (form: FormData) => {
      posted.push(Object.fromEntries(form));
      return { ok: true, invited: { id: "aff_1", name: "Iva", link } };
    };
    renderPage(<AffiliatesPage {...some} />, {
      at,
      posts: { [`${at}/invite`]: answer },
      loads: { [`${at}/invite`]: data },
    });
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Invite Affiliate" })));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(await dialog.findByLabelText(/^Name/), { target: { value: "Iva" } });
    fireEvent.change(dialog.getByLabelText(/^Email/), { target: { value: "iva@example.com" } });
    expect(dialog.getByText("Earn 10% of each sale.")).toBeDefined();
    fireEvent.click(dialog.getByRole("button", { name: "Create link" }));
    expect(await screen.findByDisplayValue(link)).toBeDefined();
    expect(posted).toEqual([
      { name: "Iva", email: "iva@example.com", programIds: "prg_1", referralCode: "" },
    ]);
  });
});

describe("the invite page", () => {
  const programs = [
    { id: "prg_1", name: "Partners", status: "active", terms: ["Earn 10% of each sale."] },
    { id: "prg_2", name: "Summer", status: "draft", terms: ["Earn 20% of each sale."] },
  ];

  test("posts as a plain form, with the active programs chosen", async () => {
    const { container } = renderPage(
      <InvitePage programs={programs} refusal={null} canEmail invited={null} />,
      { at },
    );
    const form = container.querySelector("form");
    expect(form?.method).toBe("post");
    // Errors are in our words, not the browser's.
    expect(form?.noValidate).toBe(true);
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Iva" } });
    fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: "iva@example.com" } });
    if (!form) throw new Error("There is no form.");
    expect([...new FormData(form)]).toEqual([
      ["name", "Iva"],
      ["email", "iva@example.com"],
      ["programIds", "prg_1"],
      ["referralCode", ""],
    ]);
    expect(screen.getByText("Earn 10% of each sale.")).toBeDefined();
    expect(screen.queryByText("Earn 20% of each sale.")).toBeNull();
  });

  test("says before sending that nothing can be emailed, and then shows the link once", () => {
    const said = "No email server is set up. Copy the link and send it yourself.";
    const { unmount } = renderPage(
      <InvitePage programs={programs} refusal={null} canEmail={false} invited={null} />,
      { at },
    );
    expect(screen.getByText(said)).toBeDefined();
    expect(screen.getByRole("button", { name: "Create link" })).toBeDefined();
    expect(screen.queryByText(/send an invite link/)).toBeNull();
    unmount();
    const link = "https://app.example/portal/accept#token=shp_1.secret";
    const invited = { id: "aff_1", name: "Iva", link };
    renderPage(<InvitePage programs={programs} refusal={null} canEmail={false} invited={invited} />, { at });
    expect(screen.getByRole("heading", { name: "Invitation link for Iva" })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Invitation link").value).toBe(link);
    expect(screen.getByRole("button", { name: "Copy link" })).toBeDefined();
    expect(screen.getByRole("link", { name: "View affiliate" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/aff_1",
    );
    expect(screen.queryByLabelText(/^Email/)).toBeNull();
  });

  test("keeps the link shown when a live update takes the action's answer away", async () => {
    const link = "https://app.example/portal/accept#token=shp_1.secret";
    const answer = () => ({ invited: { id: "aff_1", name: "Iva", link } });
    renderPage(<InviteRoute />, { at, answer });
    fireEvent.click(screen.getByRole("button", { name: "Create link" }));
    await screen.findByLabelText("Invitation link");
    fireEvent.click(screen.getByRole("button", { name: "Update" }));
    await screen.findByText("none");
    expect(screen.getByLabelText<HTMLInputElement>("Invitation link").value).toBe(link);
  });

  test("shows what was refused at its field, and the rest in the banner", () => {
    const message = "An affiliate with this e-mail address already exists";
    const taken = { message, errors: [{ field: "email", message }] };
    const { unmount } = renderPage(<InvitePage programs={[]} refusal={taken} canEmail invited={null} />, {
      at,
    });
    expect(screen.getByLabelText(/^Email/).getAttribute("aria-invalid")).toBe("true");
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(screen.queryByText("Error")).toBeNull();
    unmount();
    const failed = { message: "Failed to invite affiliate", errors: [] };
    renderPage(<InvitePage programs={[]} refusal={failed} canEmail invited={null} />, {
      at,
    });
    expect(screen.getByText("Failed to invite affiliate")).toBeDefined();
    expect(screen.getByText("Error")).toBeDefined();
  });
});
