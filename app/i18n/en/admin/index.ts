import { api } from "./api.ts";
import { appearance } from "./appearance.ts";
import { backtests } from "./backtests.ts";
import { frame } from "./frame.ts";
import { fraud } from "./fraud.ts";
import { help } from "./help.ts";
import { privacy } from "./privacy.ts";

/** Texts for merchants, in English. A catalog holds one subject, and a page of the admin provides those it shows. */
export const admin = {
  api,
  appearance,
  backtests,
  frame,
  fraud,
  help,
  privacy,
} as const;
