import type { FlagWire } from "#app/contracts/flag.ts";
import { flagActions, flagKindName, flagKinds, flagStatuses } from "#app/domain/fraud/rules.ts";
import { stateOptions } from "../../shared/status-badge.tsx";

export const flagNoun = { singular: "flag", plural: "flags" };
export const statusChoices = stateOptions("flag", flagStatuses);
export const kindChoices = flagKinds.map((value) => ({ value, label: flagKindName(value) }));

const actionWords: Record<FlagWire["action"] | "off", string> = {
  off: "Do not look",
  note: "Note only",
  hold: "Hold the commission",
  deny: "Deny the commission",
};
export const actionChoices = (["off", ...flagActions] as const).map((value) => ({
  value,
  label: actionWords[value],
}));

/** Effect of a flag in words. */
export function actionText(action: FlagWire["action"]): string {
  return actionWords[action];
}

/** URL of the flag's subject. */
export function subjectUrl({ about, affiliate }: FlagWire): string {
  if (about.kind === "order") return `/dashboard/orders/${about.id}`;
  return `/dashboard/affiliates/${affiliate.id}`;
}

/** Decisions about flags. */
export const flagDecisions = [
  {
    status: "confirmed",
    label: "Deny commission",
    meaning: "Confirms the flag and denies the commission. You can reopen it later.",
    destructive: true,
    note: { label: "Reason", missing: "Enter the reason" },
    fields: { denyCommission: "yes" },
  },
  {
    status: "dismissed",
    label: "Dismiss",
    meaning:
      "What the flag held is released, and what it denied stands again, unless another flag or a person's decision says otherwise. It is not raised again.",
    destructive: false,
    note: { label: "Note", missing: null },
  },
  {
    status: "confirmed",
    label: "Confirm",
    meaning: "What the flag did stays.",
    destructive: false,
    note: { label: "Note", missing: null },
  },
] as const;
