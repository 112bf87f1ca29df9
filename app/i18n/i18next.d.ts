import type { admin } from "./en/admin/index.ts";
import type { en } from "./en/index.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "portal";
    resources: typeof en & typeof admin;
    parseInterpolation: "icu";
    strictKeyChecks: true;
  }
}
