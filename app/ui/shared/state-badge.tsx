import type { ReactNode } from "react";
import { badgeLook, type BadgeKind, type BadgeState } from "./badge-looks.ts";

type Props<Kind extends BadgeKind> = {
  readonly of: Kind;
  readonly state: BadgeState<Kind>;
  /** The state's name in the reader's words. */
  readonly children: ReactNode;
};

/**
 * Badge of a state: Polaris' badge as one element instead of seven, because lists have one per row. A style draws the
 * sign of progress.
 */
export function StateBadge<Kind extends BadgeKind>({ of, state, children }: Props<Kind>) {
  const { tone, progress } = badgeLook(of, state);
  const toned = tone ? ` Polaris-Badge--tone${tone.charAt(0).toUpperCase()}${tone.slice(1)}` : "";
  return (
    <span
      className={`Polaris-Badge${toned} Polaris-Text--root Polaris-Text--bodySm state-badge`}
      data-progress={progress}
    >
      {children}
    </span>
  );
}
