import { and, desc, eq, gt, inArray, isNotNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import type { ApplicationStatus } from "../domain/applications/joining.ts";
import { isIdOf, type ApplicationId, type ProgramId, type ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { applications } from "./schema/applications.ts";
import { orders } from "./schema/orders.ts";
import { programs } from "./schema/programs.ts";

export type Application = typeof applications.$inferSelect;
export type NamedApplication = Application & { readonly programName: string };

export type ApplicationFilter = {
  readonly status?: ApplicationStatus | undefined;
  readonly programId?: string | undefined;
  readonly search?: string | undefined;
};

/** Where a page ended. */
export type ApplicationCursor = { readonly appliedAt: Date; readonly applicationId: ApplicationId };

/** Larger lists report this number. */
const countCap = 10_000;

function matching(shopId: ShopId, { status, programId, search }: ApplicationFilter): SQL | undefined {
  const pattern = search ? holding(search.toLowerCase()) : undefined;
  return and(
    eq(applications.shopId, shopId),
    status ? eq(applications.status, status) : undefined,
    programId ? eq(applications.programId, programId as ProgramId) : undefined,
    pattern ? sql`${applications.searchText} like ${pattern}` : undefined,
  );
}

const itsProgram = and(
  eq(programs.shopId, applications.shopId),
  eq(programs.programId, applications.programId),
);

type ApplicationPage = {
  readonly filter: ApplicationFilter;
  readonly limit: number;
  readonly offset: number;
  readonly after?: ApplicationCursor | undefined;
};

/** One page, newest first, with the program's name. */
export async function listApplications(
  db: Db,
  shopId: ShopId,
  { filter, limit, offset, after }: ApplicationPage,
): Promise<NamedApplication[]> {
  const { appliedAt, applicationId } = applications;
  const further =
    after &&
    or(
      lt(appliedAt, after.appliedAt),
      and(eq(appliedAt, after.appliedAt), lt(applicationId, after.applicationId)),
    );
  const rows = await db
    .select({ application: applications, programName: programs.name })
    .from(applications)
    .innerJoin(programs, itsProgram)
    .where(and(matching(shopId, filter), further))
    .orderBy(desc(appliedAt), desc(applicationId))
    .limit(limit)
    .offset(after ? 0 : offset);
  return rows.map(({ application, programName }) => ({ ...application, programName }));
}

/** One row for each application that matches a filter, at most `cap`, to be counted. */
export function applicationsFound(db: Db, shopId: ShopId, filter: ApplicationFilter, cap = countCap) {
  return db
    .select({ one: sql`1`.as("one") })
    .from(applications)
    .where(matching(shopId, filter))
    .limit(cap);
}

/** Number of applications that match a filter, counted up to `cap`. */
export async function countApplications(
  db: Db,
  shopId: ShopId,
  filter: ApplicationFilter,
  cap = countCap,
): Promise<number> {
  const found = applicationsFound(db, shopId, filter, cap).as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

const byId = (shopId: ShopId, applicationId: string) =>
  and(eq(applications.shopId, shopId), eq(applications.applicationId, applicationId as ApplicationId));

export async function findApplication(
  db: Db,
  shopId: ShopId,
  applicationId: string,
): Promise<NamedApplication | null> {
  if (!isIdOf("application", applicationId)) return null;
  const [row] = await db
    .select({ application: applications, programName: programs.name })
    .from(applications)
    .innerJoin(programs, itsProgram)
    .where(byId(shopId, applicationId));
  return row ? { ...row.application, programName: row.programName } : null;
}

/** Locks an application until the transaction ends, so that two decisions run one after the other. */
export async function lockApplication(
  tx: Tx,
  shopId: ShopId,
  applicationId: string,
): Promise<Application | null> {
  if (!isIdOf("application", applicationId)) return null;
  const [row] = await tx.select().from(applications).where(byId(shopId, applicationId)).for("update");
  return row ?? null;
}

/** The application of a confirmation link. Not locked, because confirming locks the address first. */
export async function findApplicationOfToken(
  db: Db,
  shopId: ShopId,
  tokenHash: string,
): Promise<Application | null> {
  const [row] = await db
    .select()
    .from(applications)
    .where(and(eq(applications.shopId, shopId), eq(applications.tokenHash, tokenHash)));
  return row ?? null;
}

/** Locks an address in a shop until the transaction ends, so that nobody else applies or confirms with it. */
export async function lockApplicant(tx: Tx, shopId: ShopId, emailKey: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${shopId} || ' applicant ' || ${emailKey}, 0))`,
  );
}

/** The newest confirmed application of an address to a program. */
export async function findLatestConfirmed(
  db: Db,
  shopId: ShopId,
  of: { readonly programId: ProgramId; readonly emailKey: string },
): Promise<Application | null> {
  const [row] = await db
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.shopId, shopId),
        eq(applications.emailKey, of.emailKey),
        eq(applications.programId, of.programId),
        ne(applications.status, "unconfirmed"),
      ),
    )
    .orderBy(desc(applications.appliedAt), desc(applications.applicationId))
    .limit(1);
  return row ?? null;
}

/** Unconfirmed applications of an address since an instant. Each one sent an email. */
export async function countUnconfirmedSince(
  db: Db,
  shopId: ShopId,
  of: { readonly emailKey: string; readonly since: Date },
): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(applications)
    .where(
      and(
        eq(applications.shopId, shopId),
        eq(applications.emailKey, of.emailKey),
        eq(applications.status, "unconfirmed"),
        gt(applications.appliedAt, of.since),
      ),
    );
  return row?.total ?? 0;
}

export async function insertApplication(tx: Tx, row: typeof applications.$inferInsert): Promise<void> {
  await tx.insert(applications).values(row);
}

export async function updateApplication(
  tx: Tx,
  { shopId, applicationId }: Pick<Application, "shopId" | "applicationId">,
  change: Partial<Omit<Application, "shopId" | "applicationId" | "searchText">>,
): Promise<void> {
  await tx.update(applications).set(change).where(byId(shopId, applicationId));
}

/** Deletes unconfirmed applications of an address to a program. Only the newest confirmation link works. */
export async function dropUnconfirmedOf(
  tx: Tx,
  { shopId, programId, emailKey, applicationId }: Application,
): Promise<void> {
  await tx
    .delete(applications)
    .where(
      and(
        eq(applications.shopId, shopId),
        eq(applications.programId, programId),
        eq(applications.emailKey, emailKey),
        eq(applications.status, "unconfirmed"),
        ne(applications.applicationId, applicationId),
      ),
    );
}

/** Deletes unconfirmed and declined applications from before an instant. */
export async function dropOldApplications(
  db: Db,
  shopId: ShopId,
  before: { readonly unconfirmed: Date; readonly declined: Date },
): Promise<void> {
  await db
    .delete(applications)
    .where(
      and(
        eq(applications.shopId, shopId),
        or(
          and(eq(applications.status, "unconfirmed"), lt(applications.appliedAt, before.unconfirmed)),
          and(
            eq(applications.status, "declined"),
            isNotNull(applications.decidedAt),
            lt(applications.decidedAt, before.declined),
          ),
        ),
      ),
    );
}

/** All applications of an address to a shop, oldest first. */
export async function applicationsOfEmail(db: Db, shopId: ShopId, emailKey: string): Promise<Application[]> {
  return await db
    .select()
    .from(applications)
    .where(and(eq(applications.shopId, shopId), eq(applications.emailKey, emailKey)))
    .orderBy(applications.appliedAt, applications.applicationId);
}

/** Deletes the applications of a person who didn't become an affiliate. */
export async function dropApplicationsOf(tx: Tx, shopId: ShopId, emailKey: string): Promise<void> {
  await tx
    .delete(applications)
    .where(
      and(
        eq(applications.shopId, shopId),
        eq(applications.emailKey, emailKey),
        inArray(applications.status, ["unconfirmed", "new", "declined"]),
      ),
    );
}

/** Deletes all applications of a shop. */
export async function dropApplications(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(applications).where(eq(applications.shopId, shopId));
}

/** Number of orders with this hash of an email address, counted up to `cap`. */
export async function countOrdersOfCustomer(
  db: Db,
  shopId: ShopId,
  of: { readonly customerHash: string; readonly cap: number },
): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), eq(orders.customerHash, of.customerHash)))
    .limit(of.cap)
    .as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}
