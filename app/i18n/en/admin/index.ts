import { badges } from "./badges.ts";
import { charts } from "./charts.ts";
import { commissions } from "./commissions.ts";
import { explanations } from "./explanations.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { help } from "./help.ts";
import { lists } from "./lists.ts";
import { orders } from "./orders.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  badges,
  charts,
  commissions,
  explanations,
  frame,
  fraud,
  help,
  lists,
  orders,
} as const;
