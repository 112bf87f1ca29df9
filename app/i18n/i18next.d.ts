import type { en } from "./en/index.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "portal";
    resources: typeof en;
  }
}
