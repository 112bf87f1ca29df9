import { changeEach, type ManyChanged } from "#app/domain/change-each.ts";
import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import {
  findApplication,
  lockApplication,
  updateApplication,
  type Application,
} from "#app/store/applications.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findProgram } from "#app/store/programs.ts";
import { isTakenMeanwhile } from "./affiliate-refusals.ts";
import { recordApplicationEvent } from "./application-events.ts";
import { approveApplication } from "./approve-application.ts";

export type ApplicationDecision = {
  readonly decision: "approve" | "decline";
  /** Included in the decision's email. */
  readonly message: string;
  /** Visible to the store's team only. Unchanged if missing. */
  readonly note?: string | undefined;
  /** Active program to approve into. Empty or missing for the one that they applied to. */
  readonly program?: string | undefined;
};

const noSuchApplication = refuse("not-found", { code: "not_found", what: "application" });

/** Approves or declines one application that is new. */
export async function decideApplication(
  ctx: Ctx,
  applicationId: string,
  decision: ApplicationDecision,
): Promise<Refusal | null> {
  const decide = () => inTransaction((tx) => decideLocked(tx, ctx, { applicationId, decision }));
  try {
    return await decide();
  } catch (error) {
    if (isTakenMeanwhile(error)) return await decide();
    throw error;
  }
}

/** Decides several applications. */
export async function decideApplications(
  ctx: Ctx,
  { ids, ...decision }: ApplicationDecision & { readonly ids: readonly string[] },
): Promise<ManyChanged> {
  return await changeEach(
    ids,
    (id) => decideApplication(ctx, id, decision),
    async (id) => (await findApplication(db(), ctx.shop.shopId, id))?.name,
  );
}

type ApplicationToDecide = { readonly applicationId: string; readonly decision: ApplicationDecision };

async function decideLocked(
  tx: Tx,
  ctx: Ctx,
  { applicationId, decision }: ApplicationToDecide,
): Promise<Refusal | null> {
  const application = await lockApplication(tx, ctx.shop.shopId, applicationId);
  if (!application) return noSuchApplication;
  const refusal = refusalToDecide(application);
  if (refusal) return refusal;
  const { note } = decision;
  if (note !== undefined) await updateApplication(tx, application, { note });
  return decision.decision === "approve"
    ? await approveLocked(tx, ctx, { application, decision })
    : await declineLocked(tx, ctx, { application, decision });
}

function refusalToDecide({ status }: Application): Refusal | null {
  if (status === "new") return null;
  return status === "unconfirmed"
    ? refuse("not-possible", { code: "email_unconfirmed" })
    : refuse("not-possible", { code: "already_decided", what: "application", status });
}

type DecidedApplication = { readonly application: Application; readonly decision: ApplicationDecision };

async function approveLocked(
  tx: Tx,
  ctx: Ctx,
  { application, decision }: DecidedApplication,
): Promise<Refusal | null> {
  const chosen = decision.program || application.programId;
  const program = await findProgram(tx, ctx.shop.shopId, chosen);
  const isOther = chosen !== application.programId;
  if (!program || (isOther && program.status !== "active")) {
    return refuse("not-possible", { code: "not_found", what: "program" });
  }
  const approval = { ...ctx, program, application, rule: null, message: decision.message };
  const approved = await approveApplication(tx, approval);
  return isRefusal(approved) ? approved : null;
}

async function declineLocked(
  tx: Tx,
  { shop, actor, now }: Ctx,
  { application, decision: { message } }: DecidedApplication,
): Promise<null> {
  await updateApplication(tx, application, {
    status: "declined",
    decidedAt: now,
    decidedBy: actor.name,
    message,
  });
  await recordAudit(tx, shop.shopId, {
    subjectKind: "application",
    subjectId: application.applicationId,
    action: "declined",
    actor,
    now,
  });
  const program = await findProgram(tx, shop.shopId, application.programId);
  if (!program) return null;
  await recordApplicationEvent(tx, { name: "application.declined", application, program, now });
  return null;
}

/** Changes the note of an application, whatever its state. */
export async function noteApplication(
  shopId: ShopId,
  applicationId: string,
  note: string,
): Promise<Refusal | null> {
  return await inTransaction(async (tx) => {
    const application = await lockApplication(tx, shopId, applicationId);
    if (!application) return noSuchApplication;
    await updateApplication(tx, application, { note });
    return null;
  });
}
