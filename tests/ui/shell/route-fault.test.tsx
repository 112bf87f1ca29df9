import { createRemixStub } from "@remix-run/testing";
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Nonce } from "#app/ui/shared/nonce.ts";
import { RouteFault } from "#app/ui/shared/route-fault.tsx";

test("the page with which Shopify's library answers carries the document's nonce in its scripts", async () => {
  const page =
    '<script data-api-key="key" src="https://cdn.shopify.com/x.js"></script><script>open("/")</script>';
  const Stub = createRemixStub([
    {
      path: "/",
      loader: () => {
        throw new Response(page, { status: 200 });
      },
      Component: () => null,
      ErrorBoundary: RouteFault,
    },
  ]);
  const { container } = render(
    <Nonce.Provider value="one-nonce">
      <Stub />
    </Nonce.Provider>,
  );
  await waitFor(() => expect(container.querySelectorAll("script")).toHaveLength(2));
  for (const script of container.querySelectorAll("script")) expect(script.nonce).toBe("one-nonce");
});
