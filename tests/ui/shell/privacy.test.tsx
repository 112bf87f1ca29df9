import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import Privacy from "../../../app/routes/public/privacy.tsx";
import { accessibilityFaults } from "./stub.tsx";

function Page() {
  return (
    <AppProviders theme="light" host={{ embedded: false, developing: false }}>
      <Privacy />
    </AppProviders>
  );
}

test("the privacy page has the operator's contact at #contact", async () => {
  const link = { text: "privacy@mugworks.example", url: "mailto:privacy@mugworks.example" };
  const sections = [
    { heading: "About customers", text: ["Orders are kept."] },
    { heading: "Operator and contact", id: "contact", text: ["Mug Works GmbH runs this server."], link },
  ];
  const loader = () => ({ title: "Privacy Policy", sections });
  const Stub = createRemixStub([{ path: "/privacy", Component: Page, loader, HydrateFallback: () => null }]);
  const { container } = render(<Stub initialEntries={["/privacy"]} />);
  await screen.findByRole("heading", { name: "Operator and contact" });
  expect(container.querySelector("#contact")?.textContent).toBe(
    "Operator and contactMug Works GmbH runs this server.privacy@mugworks.example",
  );
  expect(screen.getByRole("link", { name: link.text }).getAttribute("href")).toBe(link.url);
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(await accessibilityFaults(container)).toEqual([]);
});
