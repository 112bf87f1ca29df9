import type { ImportSystem, SystemLayouts } from "../import-kinds.ts";
import {
  affiliateWp,
  dub,
  leadDyno,
  otherSystem,
  postAffiliatePro,
  rewardful,
  tapfiliate,
} from "./other-systems.ts";
import { bixGrow, goAffPro, refersion, socialSnowball, upPromote } from "./shopify-apps.ts";

export const allSystems: Readonly<Record<ImportSystem, SystemLayouts>> = {
  uppromote: upPromote,
  goaffpro: goAffPro,
  bixgrow: bixGrow,
  affiliatewp: affiliateWp,
  dub,
  social_snowball: socialSnowball,
  rewardful,
  tapfiliate,
  leaddyno: leadDyno,
  refersion,
  post_affiliate_pro: postAffiliatePro,
  other: otherSystem,
};
