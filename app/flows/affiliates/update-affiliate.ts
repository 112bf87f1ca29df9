import type { Actor } from "#app/domain/actor.ts";
import type { ProgramId, ShopId } from "#app/domain/ids.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, isUniqueViolation, type Tx } from "#app/platform/db.server.ts";
import {
  joinProgram,
  leaveProgram,
  listMemberships,
  lockAffiliate,
  updateAffiliate as keep,
  type Affiliate,
} from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findProgram } from "#app/store/programs.ts";

export type AffiliateChange = {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly referralCode?: string | undefined;
  readonly note?: string | undefined;
  readonly programIds?: readonly string[] | undefined;
  readonly revision?: number | undefined;
};

type By = { readonly actor: Actor; readonly now: Date };

/** Changes what is given, in one step; an address or code that another affiliate has is refused at its field. */
export async function updateAffiliate(
  shopId: ShopId,
  affiliateId: string,
  change: AffiliateChange,
  by: By,
): Promise<Refusal | { changed: string[] }> {
  try {
    return await inTransaction(async (tx) => {
      const affiliate = await lockAffiliate(tx, shopId, affiliateId);
      if (!affiliate) return refuse("not-found", "There is no such affiliate");
      if (change.revision !== undefined && change.revision !== affiliate.revision) {
        const message = "Someone else changed this affiliate meanwhile. Reload to see the newest version.";
        return refuse("conflict", message, "revision");
      }
      const unknown = await firstUnknownProgram(tx, shopId, change.programIds ?? []);
      if (unknown) return refuse("invalid", "There is no such program", "programIds");
      return { changed: await write(tx, affiliate, change, by) };
    });
  } catch (error) {
    const refusal = takenRefusal(error);
    if (refusal) return refusal;
    throw error;
  }
}

/** The refusal behind a violated unique index of affiliates, if that is what went wrong. */
export function takenRefusal(error: unknown): Refusal | undefined {
  if (isUniqueViolation(error, "affiliates_email")) {
    return refuse("conflict", "An affiliate with this e-mail address already exists", "email");
  }
  if (isUniqueViolation(error, "affiliates_code")) {
    return refuse("conflict", "Another affiliate has this referral code", "referralCode");
  }
  return undefined;
}

async function firstUnknownProgram(
  tx: Tx,
  shopId: ShopId,
  ids: readonly string[],
): Promise<string | undefined> {
  for (const id of ids) {
    if (!(await findProgram(tx, shopId, id))) return id;
  }
  return undefined;
}

async function write(tx: Tx, affiliate: Affiliate, change: AffiliateChange, by: By): Promise<string[]> {
  const fields = {
    ...(change.name !== undefined && change.name !== affiliate.name ? { name: change.name } : {}),
    ...(change.email !== undefined && change.email !== affiliate.email
      ? { email: change.email, emailKey: change.email.toLowerCase() }
      : {}),
    ...(change.referralCode !== undefined && change.referralCode !== affiliate.referralCode
      ? { referralCode: change.referralCode, codeKey: referralKey(change.referralCode) }
      : {}),
    ...(change.note !== undefined && change.note !== affiliate.note ? { note: change.note } : {}),
  };
  const programs = change.programIds ? await movePrograms(tx, affiliate, change.programIds, by.now) : false;
  const changed = Object.keys(fields).filter((field) => !field.endsWith("Key"));
  if (programs) changed.push("programs");
  if (changed.length === 0) return [];
  await keep(tx, affiliate, { ...fields, updatedAt: by.now });
  await recordAudit(tx, affiliate.shopId, {
    subjectKind: "affiliate",
    subjectId: affiliate.affiliateId,
    action: "changed",
    actor: by.actor,
    details: { changed },
    now: by.now,
  });
  return changed;
}

/** Joins and leaves until the affiliate is in exactly these programs; true when anything moved. */
async function movePrograms(
  tx: Tx,
  affiliate: Affiliate,
  wanted: readonly string[],
  at: Date,
): Promise<boolean> {
  const { shopId, affiliateId } = affiliate;
  const before = (await listMemberships(tx, shopId, [affiliateId])).map((member) => member.programId);
  const joining = wanted.filter((id) => !before.includes(id as ProgramId)) as ProgramId[];
  const leaving = before.filter((id) => !wanted.includes(id));
  for (const programId of joining) await joinProgram(tx, { shopId, affiliateId, programId, at });
  for (const programId of leaving) await leaveProgram(tx, { shopId, affiliateId, programId, at });
  return joining.length + leaving.length > 0;
}
