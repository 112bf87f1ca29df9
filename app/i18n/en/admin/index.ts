import { charts } from "./charts.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { help } from "./help.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  charts,
  frame,
  fraud,
  help,
} as const;
