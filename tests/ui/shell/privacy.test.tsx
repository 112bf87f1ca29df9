import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Operator } from "#app/http/operator.ts";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import Privacy from "../../../app/routes/public/privacy.tsx";
import { accessibilityFaults } from "./stub.tsx";

function Page() {
  return (
    <AppProviders theme="light" place={{ embedded: false, developing: false }}>
      <Privacy />
    </AppProviders>
  );
}

async function show(operator: Operator) {
  const loader = () => operator;
  const Stub = createRemixStub([{ path: "/privacy", Component: Page, loader, HydrateFallback: () => null }]);
  const page = render(<Stub initialEntries={["/privacy"]} />);
  await screen.findByRole("heading", { name: "Operator and contact" });
  return page;
}

test("names who runs the server and where questions go, at #contact", async () => {
  const contact = { text: "privacy@mugworks.example", url: "mailto:privacy@mugworks.example" };
  const { container } = await show({ name: "Mug Works GmbH", contact });
  expect(container.querySelector("#contact")?.textContent).toBe(
    "Operator and contactMug Works GmbH runs this server.Contact for questions about your data:privacy@mugworks.example",
  );
  const link = screen.getByRole("link", { name: contact.text });
  expect(link.getAttribute("href")).toBe(contact.url);
  expect(await accessibilityFaults(container)).toEqual([]);
});

test("says that the operator gave neither a name nor a contact", async () => {
  const { container } = await show({ name: null, contact: null });
  expect(container.querySelector("#contact")?.textContent).toBe(
    "Operator and contactThe operator of this server hasn't given a name.No contact is given. Ask the store that uses this app.",
  );
  expect(container.querySelector("#contact a")).toBeNull();
});

test("says which payout details are kept, how, and for how long", async () => {
  const { container } = await show({ name: null, contact: null });
  for (const told of [
    "a PayPal address, a bank account with its holder's name, or their customer account at the store",
    "These details are kept encrypted",
    "z…@example.com or the last four digits, is kept readable",
    "ten years after they end",
    "Payout files and the requests sent to PayPal are kept encrypted with the books",
  ]) {
    expect(container.textContent).toContain(told);
  }
  expect(container.textContent).not.toContain("third parties");
});
