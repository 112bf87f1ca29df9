import type { TextFunction } from "./text-function.ts";
import type { FlagKind } from "#app/domain/fraud/rules.ts";
import type { Formats } from "./formats.ts";

type Evidence = Readonly<Record<string, unknown>>;
type Write = (e: Evidence, words: FlagWords) => string;

export type FlagWords = {
  readonly t: TextFunction<"fraud">;
  readonly formats: Pick<Formats, "money" | "list">;
  readonly affiliate: string;
};

const texts: Readonly<Record<FlagKind, Write>> = {
  "self-referral": ({ same }, { t, affiliate }) => {
    const kinds = (["email", "customer", "household"] as const).filter(
      (kind) => Array.isArray(same) && same.includes(kind),
    );
    return t("evidence.same", { affiliate, same: kinds.map((kind) => t(`evidence.${kind}`)).join(", ") });
  },
  "fast-order": ({ seconds, least }, { t }) =>
    t("evidence.fast", { seconds: Number(seconds), least: textOf(least) }),
  "ad-click": ({ network, parameter, of }, { t }) =>
    t(of === "click" ? "evidence.adClick" : "evidence.adLanding", {
      network: textOf(network),
      parameter: textOf(parameter),
    }),
  "leaked-code": (of, { t, affiliate }) => {
    const code = textOf(of["code"]).toUpperCase();
    if (of["orders"] === undefined) return t("evidence.leakedOrder", { code, affiliate });
    return t("evidence.leakedCode", {
      code,
      unvisited: String(Number(of["orders"]) - Number(of["visited"])),
      orders: textOf(of["orders"]),
      unvisitedBefore: String(Number(of["ordersBefore"]) - Number(of["visitedBefore"])),
      ordersBefore: textOf(of["ordersBefore"]),
      fresh: textOf(of["fresh"]),
      foreign: textOf(of["foreign"]),
    });
  },
  burst: ({ day, orders, usual, clicks, visitors }, { t }) => {
    const on = { day: textOf(day), usual: textOf(usual), orders: Number(orders) };
    if (orders === undefined) return t("evidence.clicks", { day: on.day, clicks: Number(clicks) });
    return visitors === undefined
      ? t("evidence.spike", on)
      : t("evidence.spikeVisitors", { ...on, visitors: Number(visitors) });
  },
  "shared-payout": (_, { t }) => t("evidence.shared"),
  "refund-mismatch": ({ paid, claimed, currency }, { t, formats }) => {
    const money = (amount: unknown) =>
      formats.money({ amount: textOf(amount), currencyCode: textOf(currency) });
    return t("evidence.refund", { paid: money(paid), claimed: money(claimed) });
  },
};

/** The reason of a flag, written from its stored evidence. Empty for a kind of a later version. */
export function flagText(kind: string, evidence: Evidence, words: FlagWords): string {
  return isKind(kind) ? texts[kind](evidence, words) : "";
}

function isKind(kind: string): kind is FlagKind {
  return Object.hasOwn(texts, kind);
}

function textOf(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "?";
}
