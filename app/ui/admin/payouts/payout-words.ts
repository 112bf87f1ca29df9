import type { PayoutWire } from "#app/contracts/payout.ts";
import { batchStatuses } from "#app/domain/payouts/batch.ts";
import { type ItemState, itemStates } from "#app/domain/payouts/item.ts";
import { methodNames, payoutMethods } from "#app/domain/payouts/method.ts";
import { formatCount, formatDay, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { statusLabel } from "../../shared/status-badge.tsx";

export const methodChoices = payoutMethods.map((value) => ({ value, label: methodNames[value] }));
export const batchChoices = [
  { value: "waiting", label: "Waiting for a person" },
  ...batchStatuses.map((value) => ({ value, label: statusLabel(value) })),
];

const stateNames: Readonly<Record<ItemState, string>> = {
  planned: "Planned",
  sending: "Being sent",
  unknown: "Outcome unknown",
  sent: "With the provider",
  held: "Held by the provider",
  unclaimed: "Unclaimed",
  person: "Needs a person",
  settled: "Paid",
  returned: "Returned",
  failed: "Not paid",
  cancelled: "Cancelled",
};

/** What a state of an item is called; one of a later version by its own word. */
export function stateName(status: string): string {
  const known = itemStates.find((one) => one === status);
  return known ? stateNames[known] : statusLabel(status);
}

/** What a state means for the money, in a sentence. */
export const stateMeanings: Readonly<Record<ItemState, string>> = {
  planned: "The amount is set aside and handed to nobody yet.",
  sending: "It is being handed over. It may have reached the provider.",
  unknown:
    "The provider did not answer. It is asked until it tells what became of the payment; nothing is sent again blindly.",
  sent: "The provider has it and works on it.",
  held: "The provider reviews it. It is paid or comes back by itself.",
  unclaimed: "The address has no account with the provider yet. It comes back by itself if nobody claims it.",
  person: "Nobody but you can tell what became of it: look it up with the provider.",
  settled: "The affiliate has the money.",
  returned: "The money came back and is payable again.",
  failed: "It was not paid, and it is payable again.",
  cancelled: "It was taken back before it was handed to anybody, and is payable again.",
};

/** "3 affiliates, $120.00". */
export function sumText({ count, total }: { count: number; total: MoneyOnWire }): string {
  return `${peopleText(count)}, ${formatMoney(total)}`;
}

export function peopleText(count: number): string {
  return count === 1 ? "1 affiliate" : `${formatCount(count)} affiliates`;
}

/** What a batch is called: what it is paid by, and the day of its schedule. */
export function payoutName({ method, currency, schedule }: PayoutWire): string {
  const by = `${methodNames[method]}, ${currency}`;
  return schedule === null ? by : `${by}, of ${formatDay(schedule)}`;
}

/** True while a worker goes on with it, so that the page looks again. */
export function isMoving({ status }: Pick<PayoutWire, "status">): boolean {
  return status === "planning" || status === "cancelling" || status === "sending";
}

/** What a person decided about an item, as a sentence. */
export function itemHistoryText(action: string, details: Record<string, unknown>): string {
  const { note } = details;
  return typeof note === "string" && note !== "" ? `${stateName(action)}: ${note}` : stateName(action);
}

/** What was done with a batch, as a sentence. */
export function payoutHistoryText(action: string, details: Record<string, unknown>): string {
  const { items } = details;
  const texts: Record<string, string> = {
    created: details["schedule"] ? "Made by the schedule" : "Made and confirmed",
    planned: `Planned: ${typeof items === "number" ? peopleText(items) : "all"}`,
    confirmed: "Confirmed",
    approved: "Approved",
    cancelled: "Cancelled",
    "tried-again": "Tried again",
  };
  return texts[action] ?? statusLabel(action);
}
