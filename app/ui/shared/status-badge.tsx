import { badges } from "#app/i18n/en/admin/badges.ts";
import { merchantText, provideTexts } from "../texts/use-text.ts";
import type { BadgeKind, BadgeState } from "./badge-looks.ts";
import { StateBadge } from "./state-badge.tsx";

provideTexts({ badges });
const t = merchantText("badges");

/** A state in the merchant's words. */
export function stateText<Kind extends BadgeKind>(of: Kind, state: BadgeState<Kind>): string {
  return t(`states.${of}.${state}` as "states.order.credited");
}

/** States as options of a filter. */
export function stateOptions<Kind extends BadgeKind>(of: Kind, states: readonly BadgeState<Kind>[]) {
  return states.map((value) => ({ value, label: stateText(of, value) }));
}

type Props<Kind extends BadgeKind> = { readonly of: Kind; readonly state: BadgeState<Kind> };

/** Badge of a state, in the merchant's words. */
export function StatusBadge<Kind extends BadgeKind>({ of, state }: Props<Kind>) {
  return (
    <StateBadge of={of} state={state}>
      {stateText(of, state)}
    </StateBadge>
  );
}

/** "payout_settled" → "Payout settled": the name of a code that has no text. */
export function statusLabel(code: string): string {
  const words = code.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
