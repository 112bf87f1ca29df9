import type { ShopWith } from "#app/domain/context.ts";
import { type BacktestPlace, backtestsPath } from "#app/contracts/backtest-place.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { BacktestTarget } from "#app/flows/backtests/find-subject.ts";
import { readCustomTerms } from "#app/flows/programs/custom-terms.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";

type Params = Readonly<Record<string, string | undefined>>;

/** Subject of an address's backtests. With an affiliate and a program it is the affiliate's custom terms. */
export function backtestNamed({ id, programId }: Params): BacktestTarget {
  if (programId !== undefined) return { programId, affiliateId: id ?? "" };
  return id === undefined ? {} : { programId: id };
}

/** Paths and names for the pages of a backtest. A refusal when the shop has no such program or member. */
export async function backtestPlace(
  shop: ShopWith<"currency">,
  { programId, affiliateId }: BacktestTarget,
  now: Date,
): Promise<BacktestPlace | Refusal> {
  const path = backtestsPath(programId ?? null, affiliateId ?? null);
  if (programId === undefined) {
    return { kind: "new", program: "", affiliate: "", path, editor: "/dashboard/programs/new" };
  }
  if (affiliateId === undefined) {
    const program = await readProgram(shop, programId);
    if (isRefusal(program)) return program;
    const editor = `/dashboard/programs/${program.id}`;
    return { kind: "program", program: program.name, affiliate: "", path, editor };
  }
  const own = await readCustomTerms(shop.shopId, { programId, affiliateId }, now);
  if (isRefusal(own)) return own;
  const editor = `/dashboard/affiliates/${affiliateId}/programs/${programId}/terms`;
  return { kind: "own", program: own.programName, affiliate: own.affiliateName, path, editor };
}
