import type { BadgeProps } from "@shopify/polaris";
import type { AdminCatalogs } from "#app/i18n/catalog-types.ts";

type States = AdminCatalogs["badges"]["states"];

/** Kinds of things with a badge: affiliates, programs, orders and so on. */
export type BadgeKind = keyof States;
export type BadgeState<Kind extends BadgeKind> = keyof States[Kind] & string;

type BadgeLook = Pick<BadgeProps, "tone" | "progress">;

const toDo = { tone: "attention", progress: "incomplete" } as const;
const started = { tone: "info", progress: "incomplete" } as const;
const moving = { tone: "info", progress: "partiallyComplete" } as const;
const stopped = { tone: "warning", progress: "partiallyComplete" } as const;
const done = { tone: "success", progress: "complete" } as const;
const attention = { tone: "attention" } as const;
const warning = { tone: "warning" } as const;
const success = { tone: "success" } as const;
/** Nothing is left to do. */
const closed = {} as const;

/** Only open problems have a color. A state always has its word as well. */
const looks: { readonly [Kind in BadgeKind]: Readonly<Record<BadgeState<Kind>, BadgeLook>> } = {
  affiliate: {
    invited: started,
    pending: attention,
    active: done,
    suspended: warning,
    rejected: closed,
  },
  program: { draft: started, active: done, paused: stopped, archived: closed },
  backtest: { waiting: started, running: moving, done, failed: { tone: "critical" } },
  order: { credited: success, "not-credited": closed },
  commission: {
    pending: { tone: "attention", progress: "partiallyComplete" },
    to_approve: toDo,
    approved: moving,
    on_hold: stopped,
    in_payout: { tone: "info", progress: "complete" },
    paid: done,
    partly_paid: { tone: "success", progress: "partiallyComplete" },
    denied: closed,
    reversed: closed,
    deduction: closed,
  },
  section: {
    preparing: started,
    needs_second_confirmation: toDo,
    ready_to_download: toDo,
    to_pay: toDo,
    sending: moving,
    sent: moving,
    needs_attention: warning,
    paid: done,
    canceled: closed,
  },
  payment: {
    planned: started,
    sending: moving,
    sent: moving,
    paid: done,
    checking: { tone: "info" },
    checking_store_credit: { tone: "info" },
    in_review: attention,
    unclaimed: attention,
    needs_attention: warning,
    returned: closed,
    failed: { tone: "critical" },
    canceled: closed,
  },
  statementRow: {
    matched: success,
    paid: success,
    fee_matched: success,
    returned: warning,
    unclaimed: attention,
    pending: { tone: "info" },
    awaited: { tone: "info" },
    amount: warning,
    fee: warning,
    missing: attention,
    unreadable: attention,
    unexpected: closed,
    unclear: attention,
    waiting: closed,
    noted: closed,
  },
  application: { new: attention, unconfirmed: closed, approved: closed, declined: closed },
  claim: { open: toDo, accepted: closed, declined: closed },
  flag: { open: attention, confirmed: closed, dismissed: closed },
  link: { active: done, paused: stopped, archived: closed },
  code: { active: done, paused: stopped, missing: { tone: "critical" } },
  discount: { active: done, scheduled: started, expired: closed, deleted: closed },
};

/** Color and progress of a state, the same for merchants and affiliates. */
export function badgeLook<Kind extends BadgeKind>(of: Kind, state: BadgeState<Kind>): BadgeLook {
  return looks[of][state];
}
