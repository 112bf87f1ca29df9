import type { ReactNode } from "react";

/** Holds what may be wider than its card: it scrolls there, with the keyboard too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Only what can have the focus can be scrolled without a mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scrolling-table" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
