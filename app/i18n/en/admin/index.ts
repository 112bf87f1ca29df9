import { commissions } from "./commissions.ts";
import { explanations } from "./explanations.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { orders } from "./orders.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  commissions,
  explanations,
  frame,
  fraud,
  orders,
} as const;
