import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { DeliveryWire, SweepWire } from "#app/contracts/delivery.ts";
import { ProblemBanner } from "#app/ui/admin/dashboard/dashboard-page.tsx";
import { DeliveriesPage } from "#app/ui/admin/settings/deliveries-page.tsx";
import { SweepsSection } from "#app/ui/admin/settings/sweeps-section.tsx";
import { DeliveryPage } from "#app/ui/admin/settings/delivery-page.tsx";
import { shopHistoryText } from "#app/http/shop-history.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const at = "/dashboard/settings/health/deliveries";
const delivery: DeliveryWire = {
  id: "abc",
  topic: "orders/create",
  order: { id: "1001", name: "#1001" },
  receivedAt: "2026-03-10T12:00:00.000Z",
  triggeredAt: null,
  attempts: 8,
  failure: "The database said no",
  readable: true,
  dismissed: null,
};
const mail = {
  id: "job-1",
  to: "ada@example.com",
  subject: "You are invited",
  attempts: 9,
  failure: "Connection refused",
  lastFailedAt: "2026-03-10T12:00:00.000Z",
  givenUp: true,
};

function open(page: ReactNode) {
  const posted: unknown[] = [];
  const answer = (form: FormData) => {
    posted.push(Object.fromEntries(form));
    return { ok: true, retried: 1 };
  };
  const view = renderPage(page, { at, answer });
  return { posted, ...view };
}

const listPage = (
  <DeliveriesPage
    deliveries={[delivery]}
    pagination={{ page: 1, limit: 10, total: 1 }}
    emails={[mail, { ...mail, id: "job-2", to: "bob@example.com", givenUp: false }]}
    sweeps={[]}
    clicks={{ waiting: 1200, setAside: 1, lost: 0 }}
    timeZone="UTC"
  />
);

describe("what could not be processed", () => {
  it("is listed with its reason, and tried again row by row", async () => {
    const { posted } = open(listPage);
    const row = (await screen.findByRole("link", { name: "Order created" })).closest("tr");
    expect(row?.textContent).toContain("#1001");
    expect(row?.textContent).toContain("The database said no");
    await userEvent.click(screen.getByRole("button", { name: "Retry Order created #1001" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "retry", id: "abc" }]));
  });

  it("is dismissed after asking, in its row and on its page", async () => {
    const { posted } = open(listPage);
    await userEvent.click(await screen.findByRole("button", { name: "Dismiss Order created #1001" }));
    const dialog = await screen.findByRole("dialog");
    expect(posted).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "dismiss", id: "abc" }]));
  });

  it("says on its page who dismissed it and when, and can still be tried again", async () => {
    const dismissed = { by: "Ada Owner", at: "2026-03-11T09:00:00.000Z" };
    const { posted, container } = open(<DeliveryPage delivery={{ ...delivery, dismissed }} timeZone="UTC" />);
    expect(await screen.findByText(/^Dismissed by Ada Owner, Mar 11, 2026/)).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "retry", id: "abc" }]));
  });

  it("is tried again all at once after asking", async () => {
    const { posted } = open(listPage);
    await userEvent.click(await screen.findByRole("button", { name: "Retry all" }));
    const dialog = await screen.findByRole("dialog");
    expect(posted).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Retry all" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "retry-all" }]));
  });

  it("offers to send again only emails that were given up", async () => {
    const { posted } = open(listPage);
    await screen.findByText("bob@example.com");
    expect(screen.queryByRole("button", { name: "Send the email to bob@example.com again" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Send the email to ada@example.com again" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "retry-email", id: "job-1" }]));
  });

  it("is nothing, and says so", async () => {
    const nothing = { deliveries: [], emails: [], sweeps: [], clicks: { waiting: 0, setAside: 0, lost: 0 } };
    open(<DeliveriesPage {...nothing} pagination={{ page: 1, limit: 10, total: 0 }} timeZone="UTC" />);
    expect(await screen.findByText("No failed deliveries")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Retry all" })).toBeNull();
    expect(screen.queryByText("Some clicks aren't counted yet")).toBeNull();
  });

  it("tells of clicks that wait on the server's disk", async () => {
    open(listPage);
    expect(await screen.findByText(/^1,200 clicks are saved/)).toBeDefined();
    expect(screen.getByText(/^Couldn't store 1 click\./)).toBeDefined();
    expect(screen.queryByText(/lost because/)).toBeNull();
  });

  it("has a page for each, which says when its content is gone", async () => {
    const { posted } = open(<DeliveryPage delivery={{ ...delivery, readable: false }} timeZone="UTC" />);
    expect(await screen.findByText("The database said no")).toBeDefined();
    expect(screen.getByText(/content was deleted/)).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "retry", id: "abc" }]));
  });
});

function shown(sweeps: SweepWire[]) {
  return <SweepsSection sweeps={sweeps} timeZone="UTC" />;
}

describe("missed orders", () => {
  const sweep: SweepWire = {
    id: "swp_1",
    cause: "hourly",
    status: "done",
    from: "2026-03-10T10:50:00.000Z",
    to: "2026-03-10T12:00:00.000Z",
    looked: 7,
    missing: 2,
    stale: 1,
    found: [
      { id: "1001", name: "#1001", what: "missing", read: true },
      { id: "1002", name: "#1002", what: "stale", read: false },
    ],
    error: "",
    startedAt: "2026-03-10T12:02:00.000Z",
    finishedAt: "2026-03-10T12:02:01.000Z",
  };
  it("are told with what was found, and where to look at it", async () => {
    const { container } = open(shown([sweep]));
    const link = await screen.findByRole("link", { name: "#1001" });
    expect(link.getAttribute("href")).toBe("/dashboard/orders/1001");
    expect(screen.getByText("Last check: 7 orders checked, 3 missed.")).toBeDefined();
    expect(link.closest("li")?.textContent).toContain("#1002 (retrying)");
    expect(link.closest("li")?.textContent).toContain("1 more");
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("are looked for when somebody asks, once at a time", async () => {
    const { posted } = open(shown([]));
    expect(await screen.findByText("No checks yet")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Check now" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "sweep" }]));
  });

  it("are being looked for, and a look that failed says why", async () => {
    open(
      shown([
        { ...sweep, status: "running", finishedAt: null },
        { ...sweep, id: "swp_2", status: "failed", error: "The platform gave no usable answer." },
      ]),
    );
    expect(await screen.findByText(/^Checking: 7 orders checked, 3 missed so far/)).toBeDefined();
    expect(screen.getByText("The platform gave no usable answer.")).toBeDefined();
    const button = screen.getByRole("button", { name: /Check now|Loading/ });
    expect(button.getAttribute("aria-disabled") ?? button.getAttribute("disabled")).not.toBeNull();
  });
});

describe("the dashboard's warnings", () => {
  it("say how much waits and where, the gravest alone, and nothing where nothing does", async () => {
    const both = renderPage(<ProblemBanner problems={{ differences: 1, dataRequests: 3 }} />);
    expect(await screen.findByText("The last check found 1 difference.")).toBeDefined();
    expect(screen.getByRole("link", { name: "View ledger" }).getAttribute("href")).toBe(
      "/dashboard/settings/ledger",
    );
    expect(await accessibilityFaults(both.container)).toEqual([]);
    expect(both.container.querySelectorAll(".Polaris-Banner")).toHaveLength(1);
    both.unmount();
    const requests = renderPage(<ProblemBanner problems={{ differences: 0, dataRequests: 3 }} />);
    expect(screen.getByText("3 requests are due within 10 days.")).toBeDefined();
    expect(screen.getByRole("link", { name: "View requests" }).getAttribute("href")).toBe(
      "/dashboard/settings/privacy?status=due-soon",
    );
    requests.unmount();
    const nothing = renderPage(<ProblemBanner problems={{ differences: 0, dataRequests: 0 }} />);
    expect(nothing.container.querySelector(".Polaris-Banner")).toBeNull();
  });

  it("leave a line in the history of the shop", () => {
    expect(shopHistoryText("deliveries-retried", { count: 1, topic: "orders/create" })).toContain(
      "orders/create",
    );
    expect(shopHistoryText("deliveries-retried", { count: 3 })).toBe("3 failed deliveries retried");
    expect(shopHistoryText("delivery-dismissed", { topic: "orders/create" })).toBe(
      "Failed delivery orders/create dismissed",
    );
    expect(shopHistoryText("mail-retried", {})).toBe("Failed email sent again");
  });
});
