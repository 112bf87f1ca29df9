import { type Attribution, reassign, type Winner } from "#app/domain/attribution.ts";
import { type AttributionRules, defaultRules, noVersion } from "#app/domain/attribution-rules.ts";
import type { AffiliateId, DecisionId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { readInputs, type StoredInputs } from "#app/domain/inputs.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import type { JudgingVersion } from "#app/domain/program.ts";
import type { Renewal } from "#app/domain/renewal.ts";
import type { Evidence } from "#app/domain/touch.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import { frozenTerms, versionId } from "#app/store/frozen-terms.ts";

/** A person's decision on who is credited (M12). */
export type Reassigned = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly at: string;
  readonly decisionId: DecisionId;
};

/** The version of the shop's rules that judged, and what it says beside who is credited. Version 0 are the defaults. */
export type JudgingRules = {
  readonly version: number;
  readonly newCustomer: AttributionRules["newCustomer"];
  /** M24: codes in tags count, so the platform is asked for the customer's. */
  readonly tags?: true;
};

const defaultJudging: JudgingRules = { version: noVersion.version, newCustomer: defaultRules.newCustomer };

/** What `orders.attribution` keeps: the evidence, which only grows, and what was decided on it, or by a person. */
export type KeptAttribution = {
  readonly evidence: readonly Evidence[];
  readonly decided: Attribution;
  readonly rules: JudgingRules;
  readonly reassigned: Reassigned | null;
  /** M23: the first order that was found for a renewal; null for other orders. */
  readonly renewal: Renewal | null;
  /**
   * What was read from other orders at the first evaluation, by affiliate, where it earned nothing, so that there is no
   * commission to keep it (M5).
   */
  readonly inputs: Readonly<Record<string, StoredInputs>>;
};

type PlainWinner = Omit<Winner, "version"> & {
  readonly version: Omit<JudgingVersion, "terms" | "affiliateId"> & {
    readonly affiliateId?: AffiliateId | null;
  };
};
type PlainKept = {
  readonly evidence: readonly Evidence[];
  readonly decided: Omit<Attribution, "winner"> & { readonly winner: PlainWinner | null };
  readonly rules?: JudgingRules;
  readonly reassigned?: Reassigned | null;
  readonly renewal?: Renewal;
  readonly inputs?: Readonly<Record<string, unknown>>;
};

/** An attribution as the database holds it: terms stand with their version, which never changes (M4). */
export function plainAttribution({
  decided,
  inputs,
  rules,
  renewal,
  ...kept
}: KeptAttribution): Record<string, unknown> {
  const { winner } = decided;
  const version = winner && { ...winner.version, terms: undefined };
  const plain = {
    ...kept,
    decided: { ...decided, winner: winner && { ...winner, version } },
    rules: rules.version === defaultJudging.version ? undefined : rules,
    renewal: renewal ?? undefined,
    inputs: Object.keys(inputs).length > 0 ? inputs : undefined,
  };
  return toPlain(plain) as Record<string, unknown>;
}

/**
 * The attributions of rows of one shop, in their order, with the terms that judge; null where nothing was decided yet.
 * Rows of older versions of the app, which hold the terms themselves, are read alike.
 */
export async function readAttributions(
  db: Db,
  shopId: ShopId,
  rows: readonly { readonly attribution: Record<string, unknown> }[],
): Promise<(KeptAttribution | null)[]> {
  const plain = rows.map((row) =>
    "decided" in row.attribution ? fromPlain<PlainKept>(row.attribution) : null,
  );
  const versions = plain.flatMap((one) => one?.decided.winner?.version ?? []);
  const terms = await frozenTerms(db, shopId, versions);
  return plain.map((one) => {
    if (one === null) return null;
    const { decided, reassigned = null, renewal = null, rules = defaultJudging } = one;
    const { winner } = decided;
    const evidence = one.evidence.map(readEvidence);
    const inputs = mapped(one.inputs ?? {});
    const kept = { evidence, rules, renewal, reassigned, inputs };
    if (winner === null) return { ...kept, decided: { ...decided, winner } };
    const found = terms.get(versionId(winner.version));
    if (!found) throw new Error(`The terms ${versionId(winner.version)} that judged an order are not there.`);
    const version = { ...winner.version, affiliateId: winner.version.affiliateId ?? null, terms: found };
    const judged = { ...decided, winner: { ...winner, version } };
    return { ...kept, decided: judged };
  });
}

/** Older versions of the app knew one parameter of a landing page's address. */
function readEvidence(kept: Evidence): Evidence {
  if (kept.kind !== "landing" || "parameter" in kept) return kept;
  return { ...(kept as Evidence & { kind: "landing" }), parameter: "ref", programId: null, subId: "" };
}

function mapped(inputs: Readonly<Record<string, unknown>>): Record<string, StoredInputs> {
  return Object.fromEntries(Object.entries(inputs).map(([id, plain]) => [id, readInputs(plain)]));
}

/** M5: what the order that is credited so read from others when it was first evaluated; null before. */
export function storedInputs(
  { decided, inputs }: Pick<KeptAttribution, "decided" | "inputs">,
  commissions: readonly Pick<CommissionRow, "kind" | "affiliateId" | "inputs">[],
): StoredInputs | null {
  const affiliateId = decided.winner?.affiliateId;
  const own = commissions.find((one) => one.kind === "order" && one.affiliateId === affiliateId);
  return own ? readInputs(own.inputs) : (inputs[affiliateId ?? ""] ?? null);
}

/** M12: a person gave the credit to somebody; evidence still grows and decides nothing any more. */
export function reassignedTo(
  kept: KeptAttribution,
  version: JudgingVersion,
  reassigned: Reassigned,
): KeptAttribution {
  const { affiliateId, programId } = reassigned;
  const decided = reassign(kept.decided, { affiliateId, programId, version });
  return { ...kept, decided, reassigned };
}
