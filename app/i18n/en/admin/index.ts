import { dashboard } from "./dashboard.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { guide } from "./guide.ts";
import { tracking } from "./tracking.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  dashboard,
  frame,
  fraud,
  guide,
  tracking,
} as const;
