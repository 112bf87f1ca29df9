import { BlockStack, Card, Link, List, Text } from "@shopify/polaris";
import { toDoCountedTo } from "#app/domain/dashboard-figures.ts";
import { formatCount } from "../../shared/format.ts";

export type ToDoCounts = {
  readonly payouts: number;
  readonly files: number;
  readonly toMark: number;
  readonly skipped: { readonly payoutId: string; readonly count: number; readonly reasons: string } | null;
  readonly applicants: number;
  readonly applications: number;
  readonly claims: number;
  readonly flags: number;
  readonly toApprove: number;
  readonly held: number;
  readonly payable: number;
};

type Props = {
  /** Items that need attention, or the reason they could not be counted. */
  readonly toDo: ToDoCounts | string;
  /** True if the theme's embed never sent anything. */
  readonly embedIsOff: boolean;
};

type ToDoRow = {
  readonly count: number;
  /** Limit of the count, if there is one. */
  readonly most?: number;
  readonly one: string;
  readonly many: string;
  readonly url: string;
  /** Text after the link. */
  readonly more?: string | undefined;
};

const waitingPayouts = "/dashboard/affiliates/payouts?view=needs-attention";

/** Kinds of work with their counts and lists. */
export function toDoRows(toDo: ToDoCounts): ToDoRow[] {
  return [
    {
      count: toDo.payouts,
      one: "payout needs attention",
      many: "payouts need attention",
      url: waitingPayouts,
    },
    {
      count: toDo.files,
      one: "payout file to download",
      many: "payout files to download",
      url: waitingPayouts,
    },
    {
      count: toDo.toMark,
      one: "payout to mark as paid",
      many: "payouts to mark as paid",
      url: waitingPayouts,
    },
    {
      count: toDo.skipped?.count ?? 0,
      one: "affiliate skipped by the last payout",
      many: "affiliates skipped by the last payout",
      more: toDo.skipped?.reasons,
      url: `/dashboard/affiliates/payouts/${toDo.skipped?.payoutId ?? ""}/skipped`,
    },
    {
      count: toDo.toApprove,
      most: toDoCountedTo.commissions,
      one: "commission to approve",
      many: "commissions to approve",
      url: "/dashboard/affiliates/commissions?status=to_approve",
    },
    {
      count: toDo.applications,
      one: "new application",
      many: "new applications",
      url: "/dashboard/affiliates/applications",
    },
    {
      count: toDo.applicants,
      one: "affiliate to approve",
      many: "affiliates to approve",
      url: "/dashboard/affiliates?status=pending",
    },
    {
      count: toDo.claims,
      one: "claim to decide",
      many: "claims to decide",
      url: "/dashboard/affiliates/claims?status=open",
    },
    {
      count: toDo.flags,
      most: toDoCountedTo.flags,
      one: "flag to look into",
      many: "flags to look into",
      url: "/dashboard/affiliates/flags?status=open",
    },
    {
      count: toDo.held,
      most: toDoCountedTo.commissions,
      one: "commission on hold",
      many: "commissions on hold",
      url: "/dashboard/affiliates/commissions?status=on_hold",
    },
    {
      count: toDo.payable,
      most: toDoCountedTo.payable,
      one: "balance to pay",
      many: "balances to pay",
      url: "/dashboard/affiliates/payouts/balances?status=available",
    },
  ];
}

function textOf({ count, most, one, many }: ToDoRow): string {
  const more = count === most ? " or more" : "";
  return `${formatCount(count)}${more} ${count === 1 ? one : many}`;
}

/** Items that need a decision or a payment today, each with its list. Failures are shown above it. */
export function ToDoCard({ toDo, embedIsOff }: Props) {
  const rows = typeof toDo === "string" ? [] : toDoRows(toDo).filter(({ count }) => count > 0);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          To do today
        </Text>
        {typeof toDo === "string" && (
          <Text as="p" tone="subdued">
            {toDo}
          </Text>
        )}
        {typeof toDo !== "string" && rows.length === 0 && !embedIsOff ? (
          <Text as="p" tone="subdued">
            Nothing waits for you.
          </Text>
        ) : (
          <List>
            {rows.map((row) => (
              <List.Item key={row.one}>
                <Link url={row.url}>{textOf(row)}</Link> {row.more}
              </List.Item>
            ))}
            {embedIsOff && (
              <List.Item>
                <Link url="/dashboard#tracking">Tracking is not switched on in the theme</Link>
              </List.Item>
            )}
          </List>
        )}
      </BlockStack>
    </Card>
  );
}
