import { backtests } from "./backtests.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { goods } from "./goods.ts";
import { help } from "./help.ts";
import { programs } from "./programs.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  backtests,
  frame,
  fraud,
  goods,
  help,
  programs,
} as const;
