import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { setupFault } from "#app/contracts/setup-fault.ts";
import { ErrorBoundary } from "../../../app/routes/admin/layout.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { accessibilityFaults } from "./stub.tsx";

function renderFault(embedded: boolean) {
  const Stub = createRemixStub([
    {
      path: "/dashboard",
      loader: () => {
        throw Response.json(setupFault, { status: 503 });
      },
      Component: () => null,
      HydrateFallback: () => null,
      ErrorBoundary: () => (
        <AppProviders theme="light" host={{ embedded, developing: false }}>
          <ErrorBoundary />
        </AppProviders>
      ),
    },
  ]);
  return render(<Stub initialEntries={["/dashboard"]} />);
}

test.each([true, false])(
  "an app that is not set up says so and asks nothing again (embedded: %s)",
  async (embedded) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const { container } = renderFault(embedded);
    expect(await screen.findByRole("heading", { name: "This app is not set up correctly" })).toBeDefined();
    expect(screen.getByText(/SHOPIFY_API_SECRET/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
    expect(await accessibilityFaults(container)).toEqual([]);
  },
);
