import type { ReactNode } from "react";

/** Scrolls content that is wider than its card, also with the keyboard. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Only a focusable element can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scrolling-table" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
