import { createRemixStub } from "@remix-run/testing";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { AppProviders } from "#app/ui/state/app-providers.tsx";

const host = { embedded: false, developing: false } as const;

/** Renders a page at an address of the app, with a dashboard and an install page to go to. */
export function renderPage(page: ReactNode, address = "/page") {
  window.history.replaceState(null, "", address);
  const Stub = createRemixStub([
    { path: "/dashboard", Component: () => <p>The dashboard</p> },
    { path: "/install", Component: () => <p>The install page</p> },
    {
      path: "*",
      Component: () => <AppProviders {...{ theme: "light" as const, host }}>{page}</AppProviders>,
    },
  ]);
  return render(<Stub initialEntries={[address]} />);
}
