import type { Actor } from "#app/domain/actor.ts";
import type { AffiliateContext } from "./require-affiliate.server.ts";

/** The affiliate as who did something in the portal. */
export function ownActor({ affiliateId, name, email }: AffiliateContext["affiliate"]): Actor {
  return { kind: "affiliate", id: affiliateId, name, email };
}
