import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { PrivacyPage } from "#app/ui/admin/settings/privacy-page.tsx";
import { ConfirmModal } from "#app/ui/shared/confirm-modal.tsx";
import { renderPage } from "../shell/stub.tsx";

type Data = ComponentProps<typeof PrivacyPage>;
const request: Data["requests"][number] = {
  id: "4242",
  orders: 2,
  receivedAt: "2026-03-01T10:00:00.000Z",
  dueAt: "2026-03-31T10:00:00.000Z",
  sentAt: null,
  hasAnswer: true,
};
const data: Data = {
  periods: { clickMonths: 13, bodyDays: 30, pixelDays: 90, traceMonths: 24 },
  warnings: [],
  requests: [],
  isNarrowed: false,
  pagination: { page: 1, limit: 10, total: 0 },
  now: "2026-03-10T00:00:00.000Z",
  timeZone: "UTC",
};

function show(more: Partial<Data>, answer: unknown = { ok: true, intent: "save" }) {
  const posted: unknown[] = [];
  const page = (
    <>
      <PrivacyPage {...data} {...more} />
      <ConfirmModal />
    </>
  );
  const view = renderPage(page, {
    at: "/dashboard/settings/privacy",
    answer: (form) => {
      posted.push(Object.fromEntries(form));
      return answer;
    },
  });
  return { posted, ...view };
}

it("says for how long everything is kept, warns, and saves other periods", async () => {
  const warning = { code: "clicks", windowDays: 400, months: 13 } as const;
  const { posted } = show({ warnings: [warning] });
  expect(
    await screen.findByText(/counts clicks for 400 days, but clicks are deleted after 13 months/),
  ).toBeDefined();
  expect(screen.getByText("No requests yet")).toBeDefined();
  const months = screen.getByRole("spinbutton", { name: "Clicks (months)" });
  await userEvent.clear(months);
  await userEvent.type(months, "24");
  // The bar for what is not saved has one too.
  const [save] = screen.getAllByRole("button", { name: "Save" });
  if (save) await userEvent.click(save);
  await waitFor(() =>
    expect(posted).toEqual([
      { intent: "save", clickMonths: "24", bodyDays: "30", pixelDays: "90", traceMonths: "24" },
    ]),
  );
});

it("shows what is wrong with a period at its field", async () => {
  const message = "Must be at most 121";
  const refusal = { ok: false, message: "Wrong", errors: [{ field: "clickMonths", message }] };
  show({}, refusal);
  await userEvent.type(await screen.findByLabelText("Clicks (months)"), "0");
  await userEvent.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText(message)).toBeDefined();
});

it("lists requests with their due dates; an answer is downloaded, and marked as sent", async () => {
  const late = { ...request, id: "4100", dueAt: "2026-03-09T10:00:00.000Z" };
  const done = { ...request, id: "4000", sentAt: "2026-02-01T00:00:00.000Z", hasAnswer: false };
  const { posted } = show({ requests: [request, late, done] });
  const link = await screen.findByRole("link", { name: "Download the data for request 4242" });
  expect(link.getAttribute("href")).toBe("/dashboard/data-request.json?id=4242");
  // The router would look for a page behind it, and show nothing.
  expect(link.hasAttribute("download")).toBe(true);
  expect(screen.getAllByText("Overdue")).toHaveLength(1);
  expect(screen.getByText("Deleted")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Mark as sent: request 4242" }));
  const buttons = await screen.findAllByRole("button", { name: "Mark as sent" });
  await userEvent.click(buttons.at(-1) ?? link);
  await waitFor(() => expect(posted).toEqual([{ intent: "hand-over", id: "4242" }]));
});
