import { Link } from "@shopify/polaris";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { commissionKindName } from "#app/domain/commission-state.ts";
import { formatMoney } from "../../shared/format.ts";

/** What came with an order beside its own commission, so that its arithmetic and its figure agree; nothing for none. */
export function BesideList({ beside }: { beside: OrderExplanationWire["beside"] }) {
  if (beside.length === 0) return null;
  return (
    <ul className="history-list">
      {beside.map(({ id, kind, affiliate, standing, rule }) => (
        <li key={id}>
          {"Beside it: "}
          <Link url={`/dashboard/affiliates/commissions/${id}`}>
            {commissionKindName(kind).toLowerCase()}
          </Link>
          {` for ${affiliate.name}, now ${formatMoney(standing)} (${rule}).`}
        </li>
      ))}
    </ul>
  );
}
