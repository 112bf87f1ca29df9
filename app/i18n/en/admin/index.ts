import { badges } from "./badges.ts";
import { charts } from "./charts.ts";
import { dashboard } from "./dashboard.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { guide } from "./guide.ts";
import { help } from "./help.ts";
import { lists } from "./lists.ts";
import { tracking } from "./tracking.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  badges,
  charts,
  dashboard,
  frame,
  fraud,
  guide,
  help,
  lists,
  tracking,
} as const;
