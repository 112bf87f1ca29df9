import type { ReactNode } from "react";

/** Keeps clicks on its content from the list row around it, which would open its page. */
export function OwnClick({ children }: { children: ReactNode }) {
  return (
    // The elements inside take the keyboard; this only keeps their clicks from the row.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span onClick={(event) => event.stopPropagation()}>{children}</span>
  );
}
