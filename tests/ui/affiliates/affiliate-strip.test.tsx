import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import { AffiliateStrip, type StripData } from "#app/ui/admin/affiliates/affiliate-strip.tsx";
import { PayoutsSection } from "#app/ui/admin/affiliates/payout-sections.tsx";
import { useStatusActions } from "#app/ui/admin/affiliates/use-status-actions.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { affiliate } from "./sample.ts";
import { affiliates } from "#app/i18n/en/admin/affiliates.ts";
import { provideTexts } from "#app/ui/texts/use-text.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-04-02T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

provideTexts({ affiliates });

const at = `/dashboard/affiliates/${affiliate.id}`;
const held: PayoutDetailsWire = {
  id: "pod_1",
  method: "paypal",
  account: "z…@paypal.example",
  enteredAt: "2026-03-01T09:00:00.000Z",
  confirmedAt: "2026-03-01T09:10:00.000Z",
  effectiveAt: "2026-03-02T09:10:00.000Z",
  endsAt: null,
};
const usual: StripData = {
  affiliate,
  invitation: null,
  payoutPause: { paused: false, note: "", by: null, since: null },
  payoutDetails: { current: held, next: null, unconfirmed: null },
  canEmail: true,
  timeZone: "UTC",
};

function Strip(props: StripData) {
  return <AffiliateStrip {...props} changes={useStatusActions(props.affiliate, props.canEmail)} />;
}

function strip(changed: Partial<StripData>) {
  const posted: Record<string, FormDataEntryValue>[] = [];
  const answer = (form: FormData) => {
    posted.push(Object.fromEntries(form));
    return { ok: true, intent: form.get("intent") };
  };
  return { posted, ...renderPage(<Strip {...usual} {...changed} />, { at, answer }) };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

test("says what an active affiliate is paid next, and leads to it", async () => {
  const { container } = strip({});
  expect(screen.getByText("In Partners since Mar 2. Next payout: $15.00 by PayPal.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Pay" }).getAttribute("href")).toBe(
    `/dashboard/affiliates/payouts/new?affiliates=${affiliate.id}`,
  );
  expect(await accessibilityFaults(container)).toEqual([]);
});

test("says when an invitation's link expires, and invites again", async () => {
  const invited = { ...affiliate, status: "invited" as const, nextStatuses: [] };
  const invitation = { endsAt: "2026-03-15T09:00:00.000Z", isOver: false };
  const { posted } = strip({ affiliate: invited, invitation });
  expect(screen.getByText("Invited Mar 1. The link expires Mar 15.")).toBeDefined();
  press("Invite again");
  await confirm("Invite again");
  await waitFor(() => expect(posted).toEqual([{ intent: "resend" }]));
});

test("says that payout details are missing while money waits, and asks for them", async () => {
  const { posted } = strip({ payoutDetails: { current: null, next: null, unconfirmed: null } });
  expect(screen.getByText("No payout details. $15.00 is waiting.")).toBeDefined();
  press("Ask for details");
  await waitFor(() => expect(posted).toEqual([{ intent: "ask-for-details" }]));
});

test("can use new payout details before their waiting period is over, after a warning", async () => {
  const next = { ...held, id: "pod_2", effectiveAt: "2026-04-02T09:10:00.000Z" };
  const { posted } = strip({ payoutDetails: { current: held, next, unconfirmed: null } });
  expect(screen.getByText(/^New payout details can be used from Apr 2/)).toBeDefined();
  press("Use now");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Use new details now?")).toBeDefined();
  expect(within(dialog).getByText("Only do this if Zoë Núñez confirmed the change with you.")).toBeDefined();
  await confirm("Use now");
  await waitFor(() => expect(posted).toEqual([{ intent: "use-details", details: next.id }]));
});

test("says who paused payouts and why, and resumes them", async () => {
  const payoutPause = { paused: true, note: "Papers", by: "Ada", since: "2026-03-10T12:00:00.000Z" };
  const { posted } = strip({ payoutPause });
  expect(screen.getByText("Payouts paused by Ada: Papers.")).toBeDefined();
  press("Resume");
  await waitFor(() => expect(posted).toEqual([{ intent: "resume-payouts" }]));
});

test("reactivates a suspended affiliate", async () => {
  const suspended = { ...affiliate, status: "suspended" as const, nextStatuses: ["active" as const] };
  const { posted } = strip({ affiliate: suspended });
  expect(screen.getByText("Suspended. New orders don't earn.")).toBeDefined();
  press("Reactivate");
  await confirm("Reactivate");
  await waitFor(() => expect(posted).toEqual([{ intent: "status", status: "active" }]));
});

test("payouts are paused from their section, after a question", async () => {
  const posted: Record<string, FormDataEntryValue>[] = [];
  const answer = (form: FormData) => {
    posted.push(Object.fromEntries(form));
    return { ok: true, intent: "pause-payouts" };
  };
  renderPage(<PayoutsSection affiliate={affiliate} payouts={[]} isPaused={false} timeZone="UTC" />, {
    at,
    answer,
  });
  press("Pause payouts");
  await confirm("Pause payouts");
  await waitFor(() => expect(posted).toEqual([{ intent: "pause-payouts", note: "" }]));
});
