import type { ReactNode } from "react";
import type { BadgeLook } from "./badge-looks.ts";

/**
 * Polaris' badge as one element instead of seven, because lists have one per row. A style draws the sign of progress.
 */
export function LightBadge({ tone, progress, children }: BadgeLook & { readonly children: ReactNode }) {
  const toned = tone ? ` Polaris-Badge--tone${tone.charAt(0).toUpperCase()}${tone.slice(1)}` : "";
  return (
    <span
      className={`Polaris-Badge${toned} Polaris-Text--root Polaris-Text--bodySm light-badge`}
      data-progress={progress}
    >
      {children}
    </span>
  );
}
