import { Button } from "@shopify/polaris";
import { toDoCountedTo } from "#app/domain/dashboard-figures.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { DashCard } from "./dash-card.tsx";

export type ToDoCounts = {
  readonly payouts: number;
  readonly files: number;
  readonly toMark: number;
  readonly toApprove: number;
  readonly applications: number;
  readonly applicants: number;
  readonly flags: number;
  readonly claims: number;
  readonly unclearRows: number;
  readonly deliveries: number;
  readonly emails: number;
  readonly skipped: { readonly payoutId: string; readonly count: number; readonly reasons: string } | null;
  /** Available balances, by currency. */
  readonly payable: readonly MoneyOnWire[];
};

type Props = {
  /** Items that need attention, or the reason they could not be counted. */
  readonly toDo: ToDoCounts | string;
  readonly isTrackingOff: boolean;
};

type RowName = Exclude<keyof ToDoCounts, "payable" | "emails">;
type ToDoRow = { readonly name: RowName; readonly count: number; readonly url: string };

const waitingPayouts = "/dashboard/affiliates/payouts?view=needs-attention";
const failures = "/dashboard/settings/health/deliveries";

/** Kinds of work with their counts and lists, money first. */
export function toDoRows(toDo: ToDoCounts): ToDoRow[] {
  const skippedOf = toDo.skipped?.payoutId ?? "";
  return [
    { name: "payouts", count: toDo.payouts, url: waitingPayouts },
    { name: "files", count: toDo.files, url: waitingPayouts },
    { name: "toMark", count: toDo.toMark, url: waitingPayouts },
    {
      name: "skipped",
      count: toDo.skipped?.count ?? 0,
      url: `/dashboard/affiliates/payouts/${skippedOf}/skipped`,
    },
    {
      name: "toApprove",
      count: toDo.toApprove,
      url: "/dashboard/affiliates/commissions?status=to_approve",
    },
    { name: "applications", count: toDo.applications, url: "/dashboard/affiliates/applications" },
    { name: "applicants", count: toDo.applicants, url: "/dashboard/affiliates?status=pending" },
    { name: "flags", count: toDo.flags, url: "/dashboard/affiliates/flags?status=open" },
    { name: "claims", count: toDo.claims, url: "/dashboard/affiliates/claims?status=open" },
    { name: "unclearRows", count: toDo.unclearRows, url: "/dashboard/affiliates/payouts/reconcile" },
    { name: "deliveries", count: toDo.deliveries + toDo.emails, url: failures },
  ];
}

/** Items that need a decision or a payment today, each with its list. */
export function ToDoCard({ toDo, isTrackingOff }: Props) {
  const t = useText("dashboard");
  const isCounted = typeof toDo !== "string";
  const rows = isCounted ? toDoRows(toDo).filter(({ count }) => count > 0) : [];
  const payable = isCounted ? toDo.payable : [];
  const count = rows.length + (isTrackingOff ? 1 : 0);
  return (
    <DashCard title={t("toDo.title", { count })}>
      {!isCounted && <p className="dash-subdued">{toDo}</p>}
      {isCounted && count === 0 && <p className="dash-subdued">{t("toDo.none")}</p>}
      {count > 0 && (
        <ul className="dash-list">
          {rows.map((row) => (
            <li key={row.name}>
              <AppLink className="dash-link" url={row.url}>
                {t(`toDo.${row.name}`, { count: row.count, more: row.count === toDoCountedTo ? "+" : "" })}
              </AppLink>
              {row.name === "skipped" && isCounted && (
                <span className="dash-subdued">{toDo.skipped?.reasons}</span>
              )}
            </li>
          ))}
          {isTrackingOff && (
            <li>
              <AppLink className="dash-link" url="/dashboard/settings/health">
                {t("toDo.tracking")}
              </AppLink>
            </li>
          )}
        </ul>
      )}
      {payable.length > 0 && (
        <div className="dash-payable">
          <div>
            {payable.map((amount) => (
              <p key={amount.currencyCode}>{t("toDo.payable", { amount: formatMoney(amount) })}</p>
            ))}
          </div>
          <Button url="/dashboard/affiliates/payouts/new">{t("toDo.pay")}</Button>
        </div>
      )}
    </DashCard>
  );
}
