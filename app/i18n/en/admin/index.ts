import { backtests } from "./backtests.ts";
import { frame } from "./frame.ts";
import { goods } from "./goods.ts";
import { programs } from "./programs.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  backtests,
  frame,
  goods,
  programs,
} as const;
