import type { Attribution } from "#app/domain/attribution.ts";
import { evaluate } from "#app/domain/commission.ts";
import type { AffiliateId, ProgramId } from "#app/domain/ids.ts";
import { toPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { benchTerms, fiveLines } from "../order-facts.ts";

/** Asks for so many orders, parsed and evaluated or only parsed. The answer is orders per second. */
export type EngineWork = { readonly kind: "evaluate" | "parse"; readonly orders: number };

const texts = Array.from({ length: 2_000 }, (_, number) => JSON.stringify(toPlain(fiveLines(number))));

const evidence = {
  kind: "code",
  affiliateId: "aff_bench" as AffiliateId,
  code: "SAVE1",
  at: "2026-01-01T00:00:00Z",
} as const;
const version = {
  id: "prg_bench:1",
  programId: "prg_bench" as ProgramId,
  number: 1,
  effectiveFrom: "2026-01-01T00:00:00Z",
  affiliateId: null,
  terms: benchTerms,
};
const attribution: Attribution = {
  winner: { affiliateId: evidence.affiliateId, programId: version.programId, version, evidence },
  reason: "won-by-code",
  candidates: [],
};

/** Says something about every order, so that none of the work can be left out. */
function evaluated(text: string): number {
  const facts = readFacts(JSON.parse(text));
  const { currentMinor } = evaluate({ terms: benchTerms, facts, attribution, inputs: null });
  return Number(currentMinor);
}

function parsed(text: string): number {
  const plain: unknown = JSON.parse(text);
  return plain === null ? 0 : 1;
}

function perSecond({ kind, orders }: EngineWork): number {
  const work = kind === "evaluate" ? evaluated : parsed;
  let sum = 0;
  const begun = performance.now();
  for (let order = 0; order < orders; order += 1) sum += work(texts[order % texts.length] ?? "");
  const seconds = (performance.now() - begun) / 1000;
  if (sum === 0) throw new Error("Nothing was earned.");
  return orders / seconds;
}

process.on("message", (message) => process.send?.(perSecond(message as EngineWork)));
process.once("disconnect", () => process.exit(0));
