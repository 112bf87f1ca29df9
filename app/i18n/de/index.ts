import type { Catalogs } from "../catalog-types.ts";
import { emails } from "./emails.ts";
import { home } from "./home.ts";
import { join } from "./join.ts";
import { portal } from "./portal.ts";
import { reasons } from "./reasons.ts";
import { refusals } from "./refusals.ts";
import { statement } from "./statement.ts";
import { states } from "./states.ts";
import { templates } from "./templates.ts";
import { terms } from "./terms.ts";

export const de: Catalogs = {
  emails,
  home,
  join,
  portal,
  reasons,
  refusals,
  statement,
  states,
  templates,
  terms,
};
