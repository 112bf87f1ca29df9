import { and, eq } from "drizzle-orm";
import { programVersions, withdrawnVersions } from "./schema/programs.ts";

/** Joins a version with its withdrawal. */
export const itsWithdrawal = and(
  eq(withdrawnVersions.shopId, programVersions.shopId),
  eq(withdrawnVersions.programId, programVersions.programId),
  eq(withdrawnVersions.version, programVersions.version),
);
