import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setupSteps } from "#app/domain/dashboard-figures.ts";
import { DashboardPage } from "#app/ui/admin/dashboard/dashboard-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { empty, facts, setup, user } from "./sample.ts";

beforeEach(() => localStorage.clear());
afterEach(() => void vi.unstubAllGlobals());

const started = { ...facts, startedPrograms: 1 };
const program = { id: "prg_1", promise: "Earn 10% of each sale." };
const affiliate = { name: "Maya Lin", link: "https://app.example/r/MAYA" };

function open(name: string) {
  return screen.getByRole("button", { name: new RegExp(`${name}$`) }).getAttribute("aria-expanded");
}

test("opens the first step, which creates a program with what affiliates will read", async () => {
  const posted: Record<string, unknown>[] = [];
  const { container } = renderPage(<DashboardPage {...empty} />, {
    answer: (form) => {
      posted.push(Object.fromEntries(form));
      return { ok: true, status: form.get("status") };
    },
  });
  expect(screen.getByText("0 of 4 completed")).toBeDefined();
  const offer = screen.getByRole("link", { name: "See what your current app got wrong" });
  expect(offer.getAttribute("href")).toBe("/dashboard/programs/audit");
  expect([open("Create your program"), open("Turn on tracking")]).toEqual(["true", "false"]);
  expect(
    screen.getByText(
      "Affiliates see: Earn 10% of each sale. Clicks count for 30 days. Commissions are approved 30 days after the order.",
    ),
  ).toBeDefined();
  fireEvent.change(screen.getByLabelText("Commission"), { target: { value: "12.5" } });
  expect(screen.getByText(/Earn 12\.5% of each sale\./)).toBeDefined();
  expect(screen.getByRole("link", { name: "More options" }).getAttribute("href")).toBe(
    "/dashboard/programs/new?name=Affiliate+program&percent=12.5",
  );
  expect(await accessibilityFaults(container)).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Create program" }));
  await screen.findByText("Program created");
  fireEvent.click(screen.getByRole("button", { name: "Save as draft" }));
  await screen.findByText("Draft saved");
  const typed = { intent: "create-program", name: "Affiliate program", percent: "12.5" };
  expect(posted).toEqual([
    { ...typed, status: "active" },
    { ...typed, status: "draft" },
  ]);
});

test("shows errors at the fields", async () => {
  renderPage(<DashboardPage {...empty} />, {
    answer: () => ({
      ok: false,
      message: "Enter a name",
      errors: [
        { field: "name", message: "Enter a name" },
        { field: "percent", message: "Must be at most 100" },
      ],
    }),
  });
  fireEvent.click(screen.getByRole("button", { name: "Create program" }));
  await screen.findByText("Enter a program name.");
  expect(screen.getByText("Enter a rate from 0.01 to 100.")).toBeDefined();
});

test("a draft is activated in place", async () => {
  const draft = { id: "prg_1", name: "Affiliate program" };
  renderPage(<DashboardPage {...empty} setup={{ ...setup, draft }} />, { answer: () => ({ ok: true }) });
  expect(screen.getByText("Your program is a draft.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Activate" }));
  await screen.findByText("Program activated");
});

test("invites the first affiliate, and shares the join page", async () => {
  const joinUrl = "https://app.example/join/demo-store";
  const steps = setupSteps(started);
  renderPage(<DashboardPage {...empty} setup={{ ...setup, steps, program, joinUrl }} />, {
    answer: (form) => ({ ok: true, name: form.get("name") }),
  });
  expect(open("Invite your first affiliate")).toBe("true");
  expect(screen.getByText("They'll see: Earn 10% of each sale.")).toBeDefined();
  expect(screen.getByLabelText("Or share your join page")).toHaveProperty(
    "value",
    "app.example/join/demo-store",
  );
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Maya Lin" } });
  fireEvent.click(screen.getByRole("button", { name: "Send invitation" }));
  await screen.findByText("Invitation sent");
});

test("without an email server, the invitation link stays on the screen", async () => {
  const steps = setupSteps(started);
  renderPage(<DashboardPage {...empty} setup={{ ...setup, steps, program, canEmail: false }} />, {
    answer: () => ({ ok: true, name: "Maya Lin", link: "https://app.example/accept" }),
  });
  fireEvent.click(screen.getByRole("button", { name: "Create invitation link" }));
  expect(await screen.findByLabelText("Invitation link")).toHaveProperty(
    "value",
    "https://app.example/accept",
  );
});

test("the app embed's state completes the tracking step, and the next one opens", async () => {
  let status = "available";
  const activations = () => [{ target: "body", handle: "affiliate-embed", name: "Tracking", status }];
  const extensions = () =>
    Promise.resolve([{ handle: "affiliate-embed", type: "theme_app_extension", activations: activations() }]);
  vi.stubGlobal("shopify", { app: { extensions } });
  const steps = setupSteps({ ...started, affiliates: 1 });
  renderPage(<DashboardPage {...empty} setup={{ ...setup, steps, program, affiliate }} />);
  expect(open("Turn on tracking")).toBe("true");
  expect(screen.getByText("Checking...")).toBeDefined();
  expect(screen.getByRole("link", { name: /Open theme editor/ }).getAttribute("target")).toBe("_blank");
  await screen.findByText("Off. Turn on the app embed.");
  status = "active";
  fireEvent.focus(window);
  await waitFor(() => expect(open("Get your first sale")).toBe("true"));
  expect(screen.getByText("3 of 4 completed")).toBeDefined();
  expect(screen.getByRole("button", { name: "Copy Maya Lin's link" })).toBeDefined();
});

test("one step is open at a time", () => {
  renderPage(<DashboardPage {...empty} />);
  fireEvent.click(screen.getByRole("button", { name: /Turn on tracking$/ }));
  expect([open("Create your program"), open("Turn on tracking")]).toEqual(["false", "true"]);
  fireEvent.click(screen.getByRole("button", { name: "Collapse setup guide" }));
  expect(screen.queryByRole("button", { name: /Turn on tracking$/ })).toBeNull();
});

test("a test order completes the last step", () => {
  const testOrder = { orderId: "77", name: "#1001", amount: { amount: "10.00", currencyCode: "USD" } };
  const steps = setupSteps({ ...started, affiliates: 1, embedSeen: true, testOrder: true });
  renderPage(<DashboardPage {...empty} setup={{ ...setup, steps, testOrder }} />);
  expect(screen.getByText("4 of 4 completed")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /Get your first sale$/ }));
  expect(screen.getByText(/^Test order:/).textContent).toBe(
    "Test order: $10.00, not counted View order #1001",
  );
  expect(screen.getByRole("link", { name: "View order #1001" }).getAttribute("href")).toBe(
    "/dashboard/orders/77",
  );
});

test("is done with the first sale, and dismissed for good", () => {
  const firstSale = { orderId: "5551", name: "#1001", affiliateName: "Maya Lin" };
  const steps = setupSteps({ ...started, affiliates: 1, embedSeen: true, orders: 1 });
  const done = { ...setup, steps, firstSale };
  const first = renderPage(<DashboardPage {...empty} setup={done} />);
  expect(screen.getByText("You're all set. Your first sale came from Maya Lin.")).toBeDefined();
  expect(screen.getByRole("link", { name: "View order" }).getAttribute("href")).toBe(
    "/dashboard/orders/5551",
  );
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("4 of 4 completed")).toBeNull();
  first.unmount();
  const second = renderPage(<DashboardPage {...empty} setup={done} />);
  expect(screen.queryByText("4 of 4 completed")).toBeNull();
  second.unmount();
  // Another shop in the same browser has its own guide.
  renderPage(
    <DashboardPage {...empty} setup={done} user={{ ...user, shop: "second-store.myshopify.com" }} />,
  );
  expect(screen.getByText("4 of 4 completed")).toBeDefined();
});

test("the menu dismisses the guide", async () => {
  renderPage(<DashboardPage {...empty} />);
  // The page's own menu has the same name.
  const menu = screen.getAllByRole("button", { name: "More actions" }).at(-1);
  fireEvent.click(menu ?? document.body);
  fireEvent.click(await screen.findByRole("button", { name: "Dismiss guide" }));
  await waitFor(() => expect(screen.queryByText("0 of 4 completed")).toBeNull());
});
