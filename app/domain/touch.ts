import type { AffiliateId, ClickId, ProgramId } from "./ids.ts";

/** What an order says about who sent the shopper, once the store has found whose it is. */
export type Evidence =
  | {
      readonly kind: "code";
      readonly affiliateId: AffiliateId;
      /** As the shopper entered it. */
      readonly code: string;
      /** When the code became the affiliate's: an order made before that is not theirs (M19). */
      readonly at: string;
    }
  | {
      readonly kind: "click";
      readonly affiliateId: AffiliateId;
      readonly clickId: ClickId;
      /** When the click was recorded. */
      readonly at: string;
      /** The program whose link it was, where the link belongs to one. */
      readonly programId: ProgramId | null;
      /** What the affiliate wrote behind the link to tell clicks apart; '' for none. */
      readonly subId: string;
    }
  | {
      readonly kind: "landing";
      readonly affiliateId: AffiliateId;
      /** The referral code in the address of the landing page. */
      readonly code: string;
      /** The platform does not say when the buying session began; it was part of the order, so it counts as its start. */
      readonly at: null;
    };

/** Precedence, strongest first: a code is entered on purpose, a click is signed, an address can be typed by anyone. */
export const evidenceKinds = ["code", "click", "landing"] as const;
