import { ruleName } from "#app/i18n/rule-words.ts";
import type { FlagWire } from "#app/contracts/flag.ts";
import { flagKinds, flagStatuses, ruleActions } from "#app/domain/fraud/rules.ts";
import { fraud } from "#app/i18n/en/admin/fraud.ts";
import { stateOptions } from "../../shared/status-badge.tsx";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ fraud });
const t = merchantText("fraud");

export const flagNoun = { singular: t("list.item"), plural: t("list.items") };
export const statusChoices = stateOptions("flag", flagStatuses);
export const kindChoices = flagKinds.map((value) => ({ value, label: ruleName(value) }));
export const actionChoices = ruleActions.map((value) => ({ value, label: t(`actions.${value}`) }));

/** URL of the flag's subject. */
export function subjectUrl({ about, affiliate }: FlagWire): string {
  if (about.kind === "order") return `/dashboard/orders/${about.id}`;
  return `/dashboard/affiliates/${affiliate.id}`;
}

/** Decisions about flags. Denying comes first, because it is the main action of an open flag. */
export const flagDecisions = [
  {
    status: "confirmed",
    label: t("decide.deny"),
    meaning: t("decide.denyText"),
    destructive: true,
    note: { label: t("decide.reason"), missing: t("decide.noReason") },
    fields: { denyCommission: "yes" },
  },
  {
    status: "dismissed",
    label: t("decide.dismiss"),
    meaning: t("decide.dismissText"),
    destructive: false,
    note: { label: t("decide.note"), missing: null },
  },
  {
    status: "confirmed",
    label: t("decide.confirm"),
    meaning: t("decide.confirmText"),
    destructive: false,
    note: { label: t("decide.note"), missing: null },
  },
] as const;
