import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { HealthCheck } from "#app/domain/health-check.ts";
import { HealthPage } from "#app/ui/admin/settings/health-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { accessibilityFaults } from "../shell/stub.tsx";

const working: HealthCheck = {
  id: "database",
  title: "Database",
  state: "ok",
  meaning: "PostgreSQL 18 answers.",
  next: null,
};
const noEmail: HealthCheck = {
  id: "email",
  title: "Email",
  state: "failed",
  meaning: "Emails aren't sent. SMTP_URL isn't set.",
  next: "Set SMTP_URL to your email server.",
};

/** The page, whose checks answer these in turn; a text is a refusal. */
function open(...rounds: (HealthCheck[] | string)[]) {
  const posted: unknown[] = [];
  let round = 0;
  const Stub = createRemixStub([
    {
      path: "/dashboard/settings/health",
      Component: () => (
        <AppProviders theme="light" place={{ embedded: false, developing: false }}>
          <Frame>
            <HealthPage email="ada@example.com" />
          </Frame>
        </AppProviders>
      ),
      action: async ({ request }) => {
        posted.push(Object.fromEntries(await request.formData()));
        return { ok: true, to: "ada@example.com" };
      },
    },
    {
      path: "/dashboard/settings/health/checks",
      loader: () => {
        const answer = rounds[Math.min(round++, rounds.length - 1)];
        return typeof answer === "string"
          ? Response.json({ message: answer, errors: [] }, { status: 429 })
          : { checks: answer };
      },
    },
  ]);
  return { posted, ...render(<Stub initialEntries={["/dashboard/settings/health"]} />) };
}

it("shows what failed first, with its state in words, its meaning and the next step", async () => {
  const { container } = open([working, noEmail]);
  expect(await screen.findByText("1 issue needs attention.")).toBeDefined();
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(titles).toEqual(["Email", "Database"]);
  for (const text of ["Failed", "Working", noEmail.meaning, noEmail.next ?? ""]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(await accessibilityFaults(container)).toEqual([]);
});

it("checks again, and sends a test email", async () => {
  const { posted } = open(
    [noEmail],
    [{ ...noEmail, state: "ok", meaning: "The email server answers.", next: null }],
  );
  await screen.findByText("1 issue needs attention.");
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("Everything is working.")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Send a test email to ada@example.com" }));
  expect(await screen.findByText("Test email sent")).toBeDefined();
  expect(posted).toEqual([{ intent: "test-email" }]);
});

it("says that it was asked too often, and checks again later", async () => {
  open([working], "Too many requests. Please try again later.", [working]);
  await screen.findByText("Everything is working.");
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("Too many requests. Please try again later.")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("Everything is working.")).toBeDefined();
});
