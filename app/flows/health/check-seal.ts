import { decrypt, encrypt } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findFact, keepFirstFact } from "#app/store/installation-facts.ts";

const context = "installation probe";

/** The database was sealed under another APP_SECRET. The message is the one line for an operator. */
export class SealedElsewhere extends Error {
  constructor() {
    super(
      "This database was sealed under another APP_SECRET: access tokens, payout details and waiting emails cannot be read. " +
        "Start with the APP_SECRET that was in use when this database or its backup was written.",
    );
    this.name = "SealedElsewhere";
  }
}

/** How the database relates to this process's APP_SECRET; `new` where nothing was sealed yet. */
export async function readSeal(): Promise<"ours" | "foreign" | "new"> {
  const probe = await findFact(db(), "sealed-probe");
  if (probe === null) return "new";
  return opens(probe.value) ? "ours" : "foreign";
}

/**
 * Every process calls this before it works. The first one ever leaves a sealed probe in the database.
 * @throws SealedElsewhere
 */
export async function requireOwnSeal(now: Date): Promise<void> {
  const probe = await keepFirstFact(db(), "sealed-probe", { value: encrypt("probe", context), at: now });
  if (!opens(probe.value)) throw new SealedElsewhere();
}

function opens(sealed: string): boolean {
  try {
    return decrypt(sealed, context) === "probe";
  } catch {
    return false;
  }
}
