import type { AffiliateStatus } from "#app/domain/affiliate.ts";

type Words = {
  /** Text of the button. */
  readonly label: string;
  /** Explanation in the confirmation. */
  readonly meaning: string;
  readonly destructive: boolean;
};

const words: Record<AffiliateStatus, Words> = {
  invited: { label: "Invite", meaning: "", destructive: false },
  pending: {
    label: "Move to pending",
    meaning: "They earn nothing until you approve them.",
    destructive: false,
  },
  active: { label: "Activate", meaning: "New orders through their link and codes earn.", destructive: false },
  suspended: {
    label: "Suspend",
    meaning: "New orders earn nothing and pending commissions wait. What was earned stays.",
    destructive: true,
  },
  rejected: {
    label: "Reject",
    meaning: "They cannot take part. You can re-open this later.",
    destructive: true,
  },
};

/** How a change to that status is asked for and confirmed. */
export function statusChange(to: AffiliateStatus): Words {
  return words[to];
}
