import { systemActor } from "#app/domain/actor.ts";
import { approvingRule } from "#app/domain/applications/joining.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import {
  dropUnconfirmedOf,
  findApplicationOfToken,
  findLatestConfirmed,
  lockApplicant,
  lockApplication,
  updateApplication,
  type Application,
} from "#app/store/applications.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findJoining } from "#app/store/joining.ts";
import { findProgram, type Program } from "#app/store/programs.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { isTakenMeanwhile } from "./affiliate-refusals.ts";
import { applicantFacts } from "./applicant-facts.ts";
import { recordApplicationEvent } from "./application-events.ts";
import { approveApplication } from "./approve-application.ts";
import { readToken } from "./portal-token.ts";
import { isOpen } from "./redeem-link.ts";

/** `waiting`: a person decides. `confirmed-before`: the link was used already. */
export type Confirmation = "waiting" | "approved" | "confirmed-before" | "expired" | "invalid";

/** Confirms the address of an application. A rule may approve it at once. */
export async function confirmApplication(token: string, now: Date): Promise<Confirmation> {
  const named = readToken(token.trim());
  const found = named && (await findApplicationOfToken(db(), named.shopId, named.hash));
  if (!found) return "invalid";
  const confirm = () => inTransaction((tx) => confirmLocked(tx, found, now));
  try {
    return await confirm();
  } catch (error) {
    if (isTakenMeanwhile(error)) return await confirm();
    throw error;
  }
}

async function confirmLocked(tx: Tx, found: Application, now: Date): Promise<Confirmation> {
  const { shopId, programId, emailKey } = found;
  await lockApplicant(tx, shopId, emailKey);
  const application = await lockApplication(tx, shopId, found.applicationId);
  const shop = await findShop(tx, shopId);
  const program = await findProgram(tx, shopId, programId);
  if (!application || !shop || !program || !isOpen(shop)) return "invalid";
  if (application.status !== "unconfirmed") return "confirmed-before";
  if (application.tokenExpiresAt <= now) return "expired";
  const latest = await findLatestConfirmed(tx, shopId, { programId, emailKey });
  // Two forms were submitted before the first was confirmed.
  if (latest?.status === "new") return "confirmed-before";
  await updateApplication(tx, application, { status: "new", confirmedAt: now });
  await dropUnconfirmedOf(tx, application);
  await recordAudit(tx, shopId, {
    subjectKind: "application",
    subjectId: application.applicationId,
    action: "confirmed",
    actor: systemActor,
    now,
  });
  await recordApplicationEvent(tx, { name: "application.received", application, program, now });
  const isApproved = await approveByRule(tx, { shop, program, application, now });
  return isApproved ? "approved" : "waiting";
}

type RuleApproval = {
  readonly shop: Shop;
  readonly program: Program;
  readonly application: Application;
  readonly now: Date;
};

async function approveByRule(tx: Tx, ruling: RuleApproval): Promise<boolean> {
  const { shop, program, application } = ruling;
  const { rules } = await findJoining(tx, shop.shopId, program.programId);
  if (rules.length === 0 || program.status !== "active") return false;
  const rule = approvingRule(rules, await applicantFacts(tx, application));
  if (!rule) return false;
  const approval = { ...ruling, actor: systemActor, rule: rule.name, message: "" };
  return !isRefusal(await approveApplication(tx, approval));
}
