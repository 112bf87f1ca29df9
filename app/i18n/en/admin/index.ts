import { api } from "./api.ts";
import { appearance } from "./appearance.ts";
import { backtests } from "./backtests.ts";
import { badges } from "./badges.ts";
import { charts } from "./charts.ts";
import { faults } from "./faults.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { help } from "./help.ts";
import { lists } from "./lists.ts";
import { privacy } from "./privacy.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  api,
  appearance,
  backtests,
  badges,
  charts,
  faults,
  frame,
  fraud,
  help,
  lists,
  privacy,
} as const;
