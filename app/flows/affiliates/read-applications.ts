import { approvingRule } from "#app/domain/applications/joining.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import {
  countApplications,
  findApplication,
  listApplications,
  type ApplicationCursor,
  type ApplicationFilter,
  type NamedApplication,
} from "#app/store/applications.ts";
import { findJoining, joiningOf, listJoining } from "#app/store/joining.ts";
import { listPrograms } from "#app/store/programs.ts";
import { cutPage, readWithin, thisList } from "#app/store/read-within.ts";
import { applicantFacts } from "./applicant-facts.ts";

export type ApplicationListInput = {
  readonly filter: ApplicationFilter;
  readonly page: number;
  readonly limit: number;
  readonly after?: ApplicationCursor | undefined;
};

type ApplicationView = ReturnType<typeof applicationView>;

/** Known only of applications that wait for a decision. `suggestedRule` names the rule that would approve it today. */
type Judgment = { readonly orders: number | null; readonly suggestedRule: string | null };

const unjudged: Judgment = { orders: null, suggestedRule: null };

function applicationView(row: NamedApplication, judgment: Judgment) {
  const { applicationId: id, programId, programName, country, referrer, ...application } = row;
  const program = { id: programId, name: programName };
  return {
    ...application,
    ...judgment,
    id,
    program,
    country: country === "" ? null : country,
    referrer: referrer === "" ? null : referrer,
  };
}

/** One page of applications, newest first. New ones have the result of the approval rules. */
export async function readApplications(
  shopId: ShopId,
  { filter, page, limit, after }: ApplicationListInput,
): Promise<{ applications: ApplicationView[]; total: number; next: ApplicationCursor | null } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const rows = await listApplications(tx, shopId, {
      filter,
      limit: limit + 1,
      offset: (page - 1) * limit,
      after,
    });
    const { shown, last } = cutPage(rows, limit);
    const joining = await joiningOf(tx, shopId, [...new Set(shown.map((row) => row.programId))]);
    const views: ApplicationView[] = [];
    for (const row of shown) {
      const rules = joining.get(row.programId)?.rules ?? [];
      views.push(
        row.status === "new" ? await judgeApplication(tx, row, rules) : applicationView(row, unjudged),
      );
    }
    return {
      applications: views,
      total: await countApplications(tx, shopId, filter),
      next: last ? { appliedAt: last.appliedAt, applicationId: last.applicationId } : null,
    };
  });
}

/** One application, or a refusal if the shop has none with that id. */
export async function readApplication(
  shopId: ShopId,
  applicationId: string,
): Promise<ApplicationView | Refusal> {
  const row = await findApplication(db(), shopId, applicationId);
  if (!row) return refuse("not-found", { code: "not_found", what: "application" });
  if (row.status !== "new") return applicationView(row, unjudged);
  const { rules } = await findJoining(db(), shopId, row.programId);
  return await judgeApplication(db(), row, rules);
}

async function judgeApplication(
  tx: Parameters<typeof applicantFacts>[0],
  row: NamedApplication,
  rules: Parameters<typeof approvingRule>[0],
): Promise<ApplicationView> {
  const facts = await applicantFacts(tx, row);
  const suggestedRule = approvingRule(rules, facts)?.name ?? null;
  return applicationView(row, { orders: facts.orders, suggestedRule });
}

/** Reads the page's data besides its rows. */
export async function readApplicationInbox(shopId: ShopId): Promise<ApplicationInbox> {
  const active = { filter: { status: "active" }, limit: mostPrograms, offset: 0 } as const;
  const [any, joining, programs] = await Promise.all([
    countApplications(db(), shopId, {}, 1),
    listJoining(db(), shopId),
    listPrograms(db(), shopId, active),
  ]);
  return {
    programs: programs.map(({ programId, name }) => ({ id: programId, name })),
    hasAny: any > 0,
    isOpen: joining.some(({ mode }) => mode === "open"),
    reapplyDays: joining.map(({ programId, reapplyDays }) => [programId, reapplyDays] as const),
  };
}

/** Programs to choose from. */
const mostPrograms = 100;

type ApplicationInbox = {
  /** Active programs, newest first. */
  readonly programs: readonly { readonly id: string; readonly name: string }[];
  readonly hasAny: boolean;
  /** At least one program takes applications. */
  readonly isOpen: boolean;
  /** Days until a declined person can apply again, by program. */
  readonly reapplyDays: readonly (readonly [programId: string, days: number])[];
};
