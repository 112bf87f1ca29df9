import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { HealthCheckWords } from "#app/contracts/health.ts";
import { HealthPage } from "#app/ui/admin/settings/health-page.tsx";
import { tracking } from "../dashboard/sample.ts";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { accessibilityFaults } from "../shell/stub.tsx";

const working: HealthCheckWords = {
  id: "database",
  title: "Database",
  state: "ok",
  meaning: "PostgreSQL 18 answers.",
  next: null,
};
const noEmail: HealthCheckWords = {
  id: "email",
  title: "Email",
  state: "failed",
  meaning: "No email leaves: SMTP_URL is not set.",
  next: "Set SMTP_URL to your email server.",
};

/** The page, whose checks answer these in turn. */
function open(...rounds: HealthCheckWords[][]) {
  const posted: unknown[] = [];
  let round = 0;
  const Stub = createRemixStub([
    {
      path: "/dashboard/settings/health",
      Component: () => (
        <AppProviders theme="light" host={{ embedded: false, developing: false }}>
          <Frame>
            <HealthPage email="ada@example.com" tracking={tracking} timeZone="UTC" />
          </Frame>
        </AppProviders>
      ),
      action: async ({ request }) => {
        posted.push(Object.fromEntries(await request.formData()));
        return { ok: true, to: "ada@example.com" };
      },
      loader: ({ request }) =>
        new URL(request.url).searchParams.has("checks")
          ? { checks: rounds[Math.min(round++, rounds.length - 1)] }
          : null,
    },
  ]);
  return { posted, ...render(<Stub initialEntries={["/dashboard/settings/health"]} />) };
}

it("shows what failed first, with its state in words, its meaning and the next step", async () => {
  const { container } = open([working, noEmail]);
  expect(await screen.findByText("1 issue needs attention.")).toBeDefined();
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(titles).toEqual(["Tracking", "Email", "Database"]);
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
