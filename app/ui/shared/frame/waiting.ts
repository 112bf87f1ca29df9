import { createContext, useContext } from "react";
import { frameText as t } from "./frame-text.ts";
import type { MenuLink, WaitingCounts } from "./menus.ts";

export const noCounts: WaitingCounts = { applications: 0, claims: 0, commissions: 0, flags: 0, payouts: 0 };

/** Counts of the menus. */
export const Waiting = createContext(noCounts);

/** The server counts no further, because every page would pay for exact numbers that nobody reads. */
const mostShown = 99;

export function cappedCount(count: number): string {
  return count > mostShown ? `${mostShown}+` : String(count);
}

/** Names of menu links, such as "Applications (3)". */
export function useMenuLabel(): (link: MenuLink) => string {
  const counts = useContext(Waiting);
  return ({ name, waits }) => {
    const count = waits ? counts[waits] : 0;
    const label = t(`pages.${name}`);
    return count === 0 ? label : t("counted", { name: label, number: cappedCount(count) });
  };
}
