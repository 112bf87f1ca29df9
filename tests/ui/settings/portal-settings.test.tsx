import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { PortalSettingsPage } from "#app/ui/admin/settings/portal/portal-settings-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { accessibilityFaults } from "../shell/stub.tsx";

const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], "logo.png", { type: "image/png" });

/** The page with an action that keeps the kinds of bodies; jsdom and the stub can't read a file back from one. */
function open(answer: unknown, logo: string | null = null) {
  const sent: string[] = [];
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <AppProviders theme="light" host={{ embedded: false, developing: false }}>
          <Frame>
            <PortalSettingsPage name="Demo Store" logo={logo} />
          </Frame>
        </AppProviders>
      ),
      action: async ({ request }) => {
        sent.push(request.headers.get("Content-Type")?.split(";")[0] ?? "");
        return answer;
      },
    },
  ]);
  const { container } = render(<Stub />);
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is no field for the file.");
  return { container, sent, input };
}

describe("the logo", () => {
  it("is refused in the browser when it's too large, and can be chosen again", async () => {
    const { sent, input } = open({ ok: true, done: "uploaded" });
    await userEvent.upload(input, fileOf(1_000_001));
    await screen.findByText("Choose an image up to 1 MB.");
    expect(sent).toEqual([]);
    await userEvent.upload(input, fileOf(1_000));
    await screen.findByText("Logo uploaded");
    expect(screen.queryByText("Choose an image up to 1 MB.")).toBeNull();
    expect(sent).toEqual(["multipart/form-data"]);
  });

  it("says at the field why the server refused it", async () => {
    const message = "Use a PNG, JPEG, or WebP image.";
    const { container, input } = open({ ok: false, message, errors: [{ field: "file", message }] });
    await userEvent.upload(input, fileOf(10));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(message);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("is shown with a way to remove it", async () => {
    const { sent } = open({ ok: true, done: "removed" }, "/logos/1/2");
    expect(screen.getByRole("img", { name: "Logo of Demo Store" }).getAttribute("src")).toBe("/logos/1/2");
    await userEvent.click(screen.getByRole("button", { name: "Remove logo" }));
    await screen.findByText("Logo removed");
    expect(sent).toEqual(["application/x-www-form-urlencoded"]);
  });
});
