import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { paypalAccountForm, type PaypalAccountsWire } from "#app/contracts/payout-settings.ts";
import { PaypalSection } from "#app/ui/admin/payouts/paypal-section.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const none: PaypalAccountsWire = { account: null, isServerPaying: false, retired: [] };
const account = {
  environment: "live",
  clientId: "AbCd…wXyZ",
  connectedAt: "2026-04-01T09:00:00.000Z",
  hasWebhook: true,
} as const;

function show(paypal: PaypalAccountsWire, answer: unknown = { ok: true, text: "PayPal connected" }) {
  const posted: Record<string, unknown>[] = [];
  const page = renderPage(<PaypalSection paypal={paypal} timeZone="UTC" />, {
    at: "/dashboard/settings/payouts/paypal",
    answer: (form) => {
      posted.push(Object.fromEntries(form));
      return answer;
    },
  });
  return { ...page, posted };
}

function fill(secret: string) {
  fireEvent.click(screen.getByRole("button", { name: "Connect PayPal" }));
  fireEvent.change(screen.getByLabelText("Client ID"), { target: { value: " the-client-id " } });
  fireEvent.change(screen.getByLabelText("Secret"), { target: { value: secret } });
  fireEvent.click(screen.getByRole("button", { name: "Connect PayPal" }));
}

it("posts what its contract reads, and closes once the account is connected", async () => {
  const { posted, container } = show(none);
  await screen.findByText("Connect your PayPal business account to pay affiliates by PayPal.");
  fill("the-secret");
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(paypalAccountForm.parse(posted[0])).toEqual({
    intent: "connect",
    environment: "live",
    clientId: "the-client-id",
    clientSecret: "the-secret",
  });
  await waitFor(() => expect(screen.queryByLabelText("Secret")).toBeNull());
  expect(await accessibilityFaults(container)).toEqual([]);
});

it("hides the secret, and shows at its field that PayPal refuses it", async () => {
  const message = "PayPal doesn't accept this client ID and secret.";
  show(none, { ok: false, message, errors: [{ field: "clientSecret", message }] });
  await screen.findByRole("button", { name: "Connect PayPal" });
  fill("wrong");
  expect(await screen.findByText(message)).toBeTruthy();
  const secret = screen.getByLabelText("Secret");
  expect(secret.getAttribute("type")).toBe("password");
  expect(secret.getAttribute("aria-invalid")).toBe("true");
});

it("says in a banner that PayPal can't be reached", async () => {
  show(none, { ok: false, message: "PayPal can't be reached. Nothing was saved.", errors: [] });
  await screen.findByRole("button", { name: "Connect PayPal" });
  fill("the-secret");
  expect(await screen.findByText("PayPal can't be reached. Nothing was saved.")).toBeTruthy();
});

it("shows the connected account, and disconnects it after a question", async () => {
  const retired = [{ clientId: "OldC…1234", openPayments: 1 }];
  const { posted, container } = show(
    { ...none, account, retired },
    { ok: true, text: "PayPal disconnected" },
  );
  await screen.findByText("Client ID AbCd…wXyZ, connected Apr 1, 2026");
  expect(
    screen.getByText("Replaced account OldC…1234: 1 open payment. Its secret is erased when they close."),
  ).toBeTruthy();
  expect(screen.queryByText("Payouts send no real money")).toBeNull();
  expect(await accessibilityFaults(container)).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Disconnect" }));
  await screen.findByText("Disconnect PayPal?");
  expect(posted).toEqual([]);
  fireEvent.click(screen.getAllByRole("button", { name: "Disconnect" }).at(-1) ?? document.body);
  await waitFor(() => expect(posted).toEqual([{ intent: "disconnect" }]));
});

it("warns that a sandbox account sends no real money, and that PayPal can't notify the app", async () => {
  show({ ...none, account: { ...account, environment: "sandbox", hasWebhook: false } });
  await screen.findByText("Payouts send no real money");
  expect(screen.getByText("PayPal can't notify this app")).toBeTruthy();
});

it("says that the server's account pays", async () => {
  show({ ...none, isServerPaying: true });
  expect(await screen.findByText(/This server's PayPal account pays your affiliates/)).toBeTruthy();
});
