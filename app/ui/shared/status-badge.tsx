import { Badge, type BadgeProps } from "@shopify/polaris";

export type BadgeLook = {
  readonly tone?: NonNullable<BadgeProps["tone"]>;
  readonly progress?: NonNullable<BadgeProps["progress"]>;
};

const looks: Record<string, BadgeLook> = {
  // Affiliates.
  invited: { tone: "info", progress: "incomplete" },
  pending: { tone: "attention", progress: "partiallyComplete" },
  active: { tone: "success", progress: "complete" },
  suspended: { tone: "warning", progress: "partiallyComplete" },
  rejected: { tone: "critical" },
  // Programs.
  draft: { tone: "info", progress: "incomplete" },
  paused: { tone: "warning", progress: "partiallyComplete" },
  archived: {},
  // Codes and discounts.
  missing: { tone: "critical" },
  scheduled: { tone: "info", progress: "incomplete" },
  expired: {},
  deleted: { tone: "critical" },
  // Commissions and orders.
  payable: { tone: "success", progress: "complete" },
  to_approve: { tone: "attention", progress: "incomplete" },
  approved: { tone: "info", progress: "partiallyComplete" },
  on_hold: { tone: "warning", progress: "partiallyComplete" },
  in_payout: { tone: "info", progress: "complete" },
  paid: { tone: "success", progress: "complete" },
  "partly-paid": { tone: "success", progress: "partiallyComplete" },
  deduction: {},
  reversed: {},
  denied: {},
  held: { tone: "warning", progress: "partiallyComplete" },
  credited: { tone: "success", progress: "complete" },
  "not-credited": {},
  // Claims.
  open: { tone: "attention", progress: "incomplete" },
  accepted: { tone: "success", progress: "complete" },
  declined: { tone: "critical" },
  // Payouts and their sections.
  needs_attention: { tone: "warning" },
  needs_second_confirmation: { tone: "attention", progress: "incomplete" },
  ready_to_download: { tone: "attention", progress: "incomplete" },
  to_pay: { tone: "attention", progress: "incomplete" },
  preparing: { tone: "info", progress: "incomplete" },
  canceled: {},
  sending: { tone: "info", progress: "partiallyComplete" },
  sent: { tone: "info", progress: "partiallyComplete" },
  done: { tone: "success", progress: "complete" },
  unclaimed: { tone: "attention", progress: "partiallyComplete" },
  returned: { tone: "warning" },
  failed: { tone: "critical" },
  // Flags.
  dismissed: {},
  confirmed: { tone: "critical" },
};

/** "not-credited" → "Not credited". */
export function statusLabel(status: string): string {
  const words = status.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Badge of a status, with its name. */
export function StatusBadge({ status, label = statusLabel(status) }: { status: string; label?: string }) {
  return <Badge {...looks[status]}>{label}</Badge>;
}
