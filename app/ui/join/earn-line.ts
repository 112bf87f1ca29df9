import type { TFunction } from "i18next";
import type { PayWire } from "#app/contracts/terms.ts";
import { formatMoney, formatRatio } from "../shared/format.ts";

/** The commission in one sentence. */
export function earnLine(pay: PayWire, t: TFunction<"join">): string {
  switch (pay.type) {
    case "percentage":
      return t("terms.rate", { rate: formatPercent(pay.percent) });
    case "fixed":
      return t("terms.perOrder", { amount: formatMoney(pay.amount) });
    case "per-item":
      return t("terms.perItem", { amount: formatMoney(pay.amount) });
    case "tiered":
      return tieredLine(pay, t);
    case "none":
    default:
      return t("terms.varies");
  }
}

function tieredLine(pay: Extract<PayWire, { type: "tiered" }>, t: TFunction<"join">): string {
  const top = pay.steps.at(-1)?.pay;
  if (pay.below.type === "percentage" && top?.type === "percentage") {
    return t("terms.rateUpTo", {
      rate: formatPercent(pay.below.percent),
      top: formatPercent(top.percent),
    });
  }
  return t("terms.varies");
}

/** "12.5" as "12.5%", in German "12,5 %". */
function formatPercent(percent: string): string {
  return formatRatio(Number(percent) / 100);
}
