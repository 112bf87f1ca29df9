import { affiliates } from "./affiliates.ts";
import { codes } from "./codes.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { help } from "./help.ts";
import { links } from "./links.ts";
import { pickers } from "./pickers.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  affiliates,
  codes,
  frame,
  fraud,
  help,
  links,
  pickers,
} as const;
