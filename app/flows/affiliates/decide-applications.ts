import { changeEach, type ManyChanged } from "#app/domain/change-each.ts";
import type { Acting, Ctx } from "#app/domain/context.ts";
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
import type { LinkShop } from "./send-link.ts";

export type ApplicationDecision = {
  readonly decision: "approve" | "decline";
  /** Sent with the decision's email. */
  readonly message: string;
  /** Only the store's team sees it; kept as it is where not given. */
  readonly note?: string | undefined;
};

const noSuchApplication = refuse("not-found", "There is no such application");

/** Approves or declines one application that is new. */
export async function decideApplication(
  ctx: Ctx<LinkShop>,
  applicationId: string,
  decision: ApplicationDecision,
): Promise<Refusal | null> {
  const { shop } = ctx;
  const decide = () => inTransaction((tx) => decideLocked(tx, { shop, applicationId, decision, by: ctx }));
  try {
    return await decide();
  } catch (error) {
    if (isTakenMeanwhile(error)) return await decide();
    throw error;
  }
}

/** Decides several applications. */
export async function decideApplications(
  ctx: Ctx<LinkShop>,
  { ids, ...decision }: ApplicationDecision & { readonly ids: readonly string[] },
): Promise<ManyChanged> {
  return await changeEach(
    ids,
    (id) => decideApplication(ctx, id, decision),
    async (id) => (await findApplication(db(), ctx.shop.shopId, id))?.name,
  );
}

type Deciding = {
  readonly shop: LinkShop;
  readonly applicationId: string;
  readonly decision: ApplicationDecision;
  readonly by: Acting;
};

async function decideLocked(tx: Tx, deciding: Deciding): Promise<Refusal | null> {
  const { shop, decision, by } = deciding;
  const application = await lockApplication(tx, shop.shopId, deciding.applicationId);
  if (!application) return noSuchApplication;
  const refusal = refusalOf(application);
  if (refusal) return refusal;
  const { note } = decision;
  if (note !== undefined) await updateApplication(tx, application, { note });
  return decision.decision === "approve"
    ? await approve(tx, deciding, application)
    : await decline(tx, { shop, decision, by, application });
}

function refusalOf({ status }: Application): Refusal | null {
  if (status === "new") return null;
  const message =
    status === "unconfirmed"
      ? "The email address isn't confirmed yet."
      : `This application was already ${status}.`;
  return refuse("not-possible", message);
}

async function approve(
  tx: Tx,
  { shop, decision, by }: Deciding,
  application: Application,
): Promise<Refusal | null> {
  const program = await findProgram(tx, shop.shopId, application.programId);
  if (!program) return refuse("not-possible", "The program was deleted.");
  const approval = { shop, program, application, rule: null, message: decision.message, ...by };
  const approved = await approveApplication(tx, approval);
  return isRefusal(approved) ? approved : null;
}

async function decline(
  tx: Tx,
  { shop, decision, by, application }: Omit<Deciding, "applicationId"> & { application: Application },
): Promise<null> {
  const { message } = decision;
  const { actor, now } = by;
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

/** Changes the note of an application in any state. */
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
