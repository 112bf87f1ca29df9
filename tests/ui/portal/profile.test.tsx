import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ConfirmEmailPage } from "#app/ui/portal/confirm-email-page.tsx";
import { ProfilePage } from "#app/ui/portal/profile-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const own = { name: "Maya Lin", email: "maya@example.com", newEmail: null, answer: null };

test("the profile has the name, the email, and the end of all sessions", async () => {
  const { container } = renderPage(<ProfilePage {...own} />, { at: "/portal/profile" });
  expect(screen.getByDisplayValue("Maya Lin")).toBeDefined();
  expect(screen.getByText("Your email is maya@example.com.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Sign out everywhere" })).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
});

test("the profile says which address waits for its confirmation", () => {
  renderPage(<ProfilePage {...own} newEmail="new@example.com" />, { at: "/portal/profile" });
  expect(screen.getByText(/We sent a link to new@example.com/)).toBeDefined();
});

test("the profile shows an error at its field", () => {
  const message = "Enter a valid e-mail address";
  const answer = { ok: false as const, message, errors: [{ field: "email", message }] };
  renderPage(<ProfilePage {...own} answer={answer} />, { at: "/portal/profile" });
  expect(screen.getByText(message)).toBeDefined();
});

test("a new email is confirmed by a click", () => {
  window.location.hash = "#token=shp_1.secret";
  renderPage(<ConfirmEmailPage />, { at: "/portal/profile/confirm-email" });
  expect(screen.getByRole("button", { name: "Confirm email" })).toBeDefined();
  window.location.hash = "";
});
