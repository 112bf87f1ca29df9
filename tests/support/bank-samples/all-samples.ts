import type { BankSample } from "./bank-sample.ts";
import { beneluxFrenchSamples } from "./benelux-french.ts";
import { germanSamples } from "./german.ts";
import { otherSamples } from "./other.ts";
import { providerSamples } from "./providers.ts";
import { southernSamples } from "./southern.ts";

export const bankSamples: readonly BankSample[] = [
  ...germanSamples,
  ...beneluxFrenchSamples,
  ...southernSamples,
  ...otherSamples,
  ...providerSamples,
];
