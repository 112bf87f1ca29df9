import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { NotificationsPage } from "#app/ui/portal/notifications-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const at = "/portal/notifications";
const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

describe("an affiliate's notification settings", () => {
  test("show the choice, take another one, and say that it was saved", async () => {
    const { container } = renderPage(<NotificationsPage frequency="immediate" answer={{ ok: true }} />, {
      at,
    });
    expect(radio("Right away").checked).toBe(true);
    fireEvent.click(radio("Never"));
    expect(radio("Never").checked).toBe(true);
    expect(radio("Never").name).toBe("frequency");
    expect(screen.getByText("Notification settings saved")).toBeDefined();
    expect(screen.getByRole("link", { name: "Go to your portal" }).getAttribute("href")).toBe("/portal");
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("lead to signing in where the email's link doesn't work", () => {
    renderPage(<NotificationsPage frequency={null} answer={null} />, { at });
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(at);
  });
});
