import { belgianLayouts, dutchLayouts, frenchLayouts } from "./benelux-french.ts";
import { austrianLayouts, germanLayouts, swissLayouts } from "./german.ts";
import { americanLayouts, britishLayouts, irishLayouts, latvianLayouts, polishLayouts } from "./other.ts";
import { paypalLayouts, revolutLayouts, wiseLayouts } from "./providers.ts";
import { italianLayouts, portugueseLayouts, spanishLayouts } from "./southern.ts";
import type { StatementLayout } from "../reading.ts";

/** All known layouts. Of two that fit a file with the same number of columns, the first is chosen. */
export const allLayouts: readonly StatementLayout[] = [
  ...austrianLayouts,
  ...belgianLayouts,
  ...swissLayouts,
  ...germanLayouts,
  ...spanishLayouts,
  ...frenchLayouts,
  ...britishLayouts,
  ...irishLayouts,
  ...italianLayouts,
  ...latvianLayouts,
  ...dutchLayouts,
  ...paypalLayouts,
  ...polishLayouts,
  ...portugueseLayouts,
  ...revolutLayouts,
  ...americanLayouts,
  ...wiseLayouts,
];
