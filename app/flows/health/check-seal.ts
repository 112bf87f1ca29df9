import { decrypt, encrypt, keyedHash } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findFact, keepFirstFact } from "#app/store/health.ts";

/** Context that the probe is sealed with. */
export const probeContext = "installation probe";

/** The database was sealed under another APP_SECRET. The message is one line for the operator. */
export class SealedElsewhere extends Error {
  constructor() {
    super(
      "This database was sealed under another APP_SECRET: access tokens, payout details and waiting emails cannot be read. " +
        "Start with the APP_SECRET that was in use when this database or its backup was written.",
    );
    this.name = "SealedElsewhere";
  }
}

/** Hashes in the database were keyed with another secret than this process uses. */
export class HashedElsewhere extends Error {
  constructor() {
    super(
      "The hashes in this database have another key: returning customers and clicks would not be recognized. " +
        "Set HASH_SECRET to the APP_SECRET that this installation began with.",
    );
    this.name = "HashedElsewhere";
  }
}

/** Compares the database with this process's secrets. `new` if nothing was sealed yet. */
export async function readSeal(): Promise<"ours" | "new" | SealedElsewhere | HashedElsewhere> {
  const probe = await findFact(db(), "sealed-probe");
  if (probe === null) return "new";
  if (!canOpen(probe.value)) return new SealedElsewhere();
  const hashed = await findFact(db(), "hashed-probe");
  return hashed && hashed.value !== keyedHash(probeContext, "probe") ? new HashedElsewhere() : "ours";
}

/** True for the errors of `requireOwnSeal`, whose messages end a start. */
export function isSecretProblem(error: unknown): error is Error {
  return error instanceof SealedElsewhere || error instanceof HashedElsewhere;
}

/**
 * Every process calls this before it works. The first process ever stores a sealed probe in the database. @throws
 * SealedElsewhere, HashedElsewhere
 */
export async function requireOwnSeal(now: Date): Promise<void> {
  const probe = await keepFirstFact(db(), "sealed-probe", { value: encrypt("probe", probeContext), at: now });
  if (!canOpen(probe.value)) throw new SealedElsewhere();
  const hash = keyedHash(probeContext, "probe");
  const hashed = await keepFirstFact(db(), "hashed-probe", { value: hash, at: now });
  if (hashed.value !== hash) throw new HashedElsewhere();
}

function canOpen(sealed: string): boolean {
  try {
    return decrypt(sealed, probeContext) === "probe";
  } catch {
    return false;
  }
}
