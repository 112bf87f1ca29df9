import type { ReactNode } from "react";

/** What is clicked in here is meant by itself: a row of a list would open its page instead. */
export function OwnClick({ children }: { children: ReactNode }) {
  return (
    // The elements inside take the keyboard; this only keeps their clicks from the row.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span onClick={(event) => event.stopPropagation()}>{children}</span>
  );
}
