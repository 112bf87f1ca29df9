import type { PayoutDetailWire } from "#app/contracts/payout.ts";
import { DecideForm } from "./decide-form.tsx";

type Props = { readonly payout: PayoutDetailWire; readonly today: string };

const choices = [
  { value: "settled", label: "All were paid" },
  { value: "failed", label: "None was paid" },
] as const;

/** For what no provider tells about: all that is open of a batch at once. Single payments are on their own pages. */
export function BatchDecision({ payout, today }: Props) {
  const { method, status, states } = payout;
  if (status !== "sending" || (method !== "bank" && method !== "outside")) return null;
  const waiting = method === "bank" ? "sent" : "planned";
  if (!states.some((one) => one.status === waiting && one.count > 0)) return null;
  const message =
    method === "bank"
      ? "When the bank has paid the file, say so. Single payments that it did not make are marked on their own pages first."
      : "When you have paid them, say so, with the day and your reference.";
  return (
    <DecideForm
      title="Were they paid?"
      message={message}
      about={{ batch: payout.id }}
      choices={choices}
      today={today}
    />
  );
}
