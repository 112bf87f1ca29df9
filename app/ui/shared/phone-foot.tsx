import { useBreakpoints } from "@shopify/polaris";
import type { ReactNode } from "react";

/** The page's main actions, on phones only: they stay at the foot of the window. */
export function PhoneFoot({ children }: { readonly children: ReactNode }) {
  const { smDown } = useBreakpoints();
  return smDown ? <div className="phone-foot no-print">{children}</div> : null;
}
