import type { TextFunction } from "#app/i18n/text-function.ts";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import { trackingState } from "#app/domain/tracking-state.ts";
import { formatDate, formatDateTime } from "../../shared/format.ts";

type Shown = {
  readonly tracking: TrackingWire;
  /** From `useThemeEmbed`. */
  readonly isEmbedOn: boolean | null;
  readonly timeZone: string;
};

/** State of a store's tracking. */
export function stateOfTracking({ tracking, isEmbedOn }: Omit<Shown, "timeZone">) {
  const { embed, clicks } = tracking;
  return trackingState({
    isEmbedOn,
    wasEmbedSeen: embed.seenAt !== null,
    hasClicks: clicks.lastAt !== null,
    isQuiet: clicks.isQuiet,
  });
}

/** State of a store's tracking in one line. */
export function trackingText(t: TextFunction<"tracking">, shown: Shown): string {
  const { tracking, timeZone } = shown;
  const lastAt = tracking.clicks.lastAt ?? "";
  const state = stateOfTracking(shown);
  if (state === "on") return t("states.on", { at: formatDateTime(lastAt, timeZone) });
  if (state === "quiet") return t("states.quiet", { at: formatDate(lastAt, timeZone) });
  return t(`states.${state}`);
}
