import type { Reason } from "#app/domain/refusal-codes.ts";
import type { Ctx } from "#app/domain/context.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { isTakenMeanwhile } from "./affiliate-refusals.ts";
import { type Db, db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { takenCodesOf } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { affiliatesNamed } from "#app/store/names.ts";
import { insertDetails, unconfirmedDetails } from "#app/store/payout-details.ts";
import { listPrograms } from "#app/store/programs.ts";
import { addTags } from "#app/store/tags.ts";
import { addAffiliate } from "./add-affiliate.ts";
import { sendInvitation } from "./send-invitation.ts";

/** A line of an uploaded list, with the error in its texts or null. */
export type InviteLine = {
  readonly line: number;
  readonly name: string;
  readonly email: string;
  /** Suggested from the name if empty. */
  readonly code: string;
  /** Names of programs. Every active one if empty. */
  readonly programs: readonly string[];
  readonly tags: readonly string[];
  readonly payoutEmail: string;
  readonly fault: Reason | null;
};

/** A line with its effect. `same`: the person is an affiliate already. */
export type CheckedInvite = InviteLine & { readonly state: "new" | "same" | "wrong" };

type CheckedInvites = { readonly lines: readonly CheckedInvite[]; readonly programs: InvitePrograms };
type InvitePrograms = {
  readonly active: readonly ProgramId[];
  readonly byName: ReadonlyMap<string, ProgramId>;
};

const mostPrograms = 250;

/** Checks lines without writing anything. */
export async function checkInvites(shopId: ShopId, lines: readonly InviteLine[]): Promise<CheckedInvite[]> {
  return [...(await checkLines(db(), shopId, lines)).lines];
}

/** Invites everybody on a list, or nobody if a line is wrong. The returned lines then have their errors. */
export async function inviteMany(
  ctx: Ctx,
  lines: readonly InviteLine[],
): Promise<{ added: number; lines: CheckedInvite[] }> {
  const { shopId } = ctx.shop;
  const invite = () =>
    inTransaction(async (tx) => {
      const checked = await checkLines(tx, shopId, lines);
      const isWrong = checked.lines.some(({ state }) => state === "wrong");
      const fresh = isWrong ? [] : checked.lines.filter(({ state }) => state === "new");
      for (const line of fresh) await inviteOne(tx, ctx, { line, programs: checked.programs });
      return { added: fresh.length, lines: [...checked.lines] };
    });
  try {
    return await invite();
  } catch (error) {
    if (isTakenMeanwhile(error)) return await invite();
    throw error;
  }
}

async function checkLines(tx: Db, shopId: ShopId, lines: readonly InviteLine[]): Promise<CheckedInvites> {
  const fine = lines.filter(({ fault }) => fault === null);
  const known = await affiliatesNamed(
    tx,
    shopId,
    fine.map(({ email }) => email),
  );
  const codes = fine.flatMap(({ code }) => (code === "" ? [] : [referralKey(code)]));
  const taken = await takenCodesOf(tx, shopId, codes);
  const programs = await readInvitePrograms(tx, shopId);
  const seen = new Map<string, number>();
  const checked = lines.map((line): CheckedInvite => {
    const fault = line.fault ?? repeatFault(line, seen);
    if (fault !== null) return { ...line, fault, state: "wrong" };
    if (known.has(line.email.toLowerCase())) return { ...line, state: "same" };
    const wrong = inviteFault(line, { taken, programs });
    return { ...line, fault: wrong, state: wrong === null ? "new" : "wrong" };
  });
  return { lines: checked, programs };
}

function repeatFault({ line, email, code }: InviteLine, seen: Map<string, number>): Reason | null {
  const keys = [["email", email.toLowerCase()] as const];
  const codes = code === "" ? [] : [["code", referralKey(code)] as const];
  for (const [what, text] of [...keys, ...codes]) {
    const before = seen.get(`${what} ${text}`);
    if (before !== undefined) return { code: "line_repeated", what, line: before };
    seen.set(`${what} ${text}`, line);
  }
  return null;
}

function inviteFault(
  { code, programs: names }: InviteLine,
  { taken, programs }: { readonly taken: ReadonlySet<string>; readonly programs: InvitePrograms },
): Reason | null {
  if (code !== "" && taken.has(referralKey(code))) return { code: "referral_code_taken" };
  const unknown = names.find((name) => !programs.byName.has(name.toLowerCase()));
  return unknown === undefined ? null : { code: "program_unknown", name: unknown.slice(0, 40) };
}

async function readInvitePrograms(tx: Db, shopId: ShopId): Promise<InvitePrograms> {
  const rows = await listPrograms(tx, shopId, { filter: {}, limit: mostPrograms, offset: 0 });
  const open = rows.filter(({ status }) => status !== "archived");
  return {
    active: open.filter(({ status }) => status === "active").map(({ programId }) => programId),
    byName: new Map(open.map(({ name, programId }) => [name.toLowerCase(), programId])),
  };
}

type InviteToAdd = { readonly line: CheckedInvite; readonly programs: InvitePrograms };

async function inviteOne(tx: Tx, { shop, actor, now }: Ctx, { line, programs }: InviteToAdd): Promise<void> {
  const { shopId } = shop;
  const { name, email, code, tags } = line;
  const named = line.programs.flatMap((one) => programs.byName.get(one.toLowerCase()) ?? []);
  const programIds = line.programs.length === 0 ? programs.active : named;
  const { affiliateId, referralCode } = await addAffiliate(tx, shop, {
    name,
    email,
    ...(code !== "" && { referralCode: code }),
    status: "invited",
    programIds,
    note: "",
    now,
  });
  await addTags(tx, { shopId, affiliateId, tags, now });
  if (line.payoutEmail !== "") {
    await proposePaypal(tx, { shopId, affiliateId, email }, line.payoutEmail, now);
  }
  const affiliate = { affiliateId };
  const { sentBy } = await sendInvitation(tx, { shop, affiliate, now, showsLink: false });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "invited",
    actor,
    details: { referralCode, programs: programIds.length, sentBy },
    now,
  });
}

/** The affiliate confirms the account on their page, because nobody else decides where they are paid. */
async function proposePaypal(
  tx: Tx,
  affiliate: { shopId: ShopId; affiliateId: AffiliateId; email: string },
  payoutEmail: string,
  now: Date,
): Promise<void> {
  await insertDetails(tx, [unconfirmedDetails(affiliate, { kind: "paypal", email: payoutEmail }, now)]);
}
