import { eq } from "drizzle-orm";
import type { Db } from "../platform/db.server.ts";
import { installationFacts } from "./schema/shops.ts";

type FactName = "sealed-probe" | "hashed-probe" | "session-token";

type Fact = { readonly value: string; readonly at: Date };

/** Null where nothing is known. */
export async function findFact(db: Db, name: FactName): Promise<Fact | null> {
  const [row] = await db.select().from(installationFacts).where(eq(installationFacts.name, name));
  return row ?? null;
}

/** Replaces what was known before. */
export async function keepFact(db: Db, name: FactName, fact: Fact): Promise<void> {
  await db
    .insert(installationFacts)
    .values({ name, ...fact })
    .onConflictDoUpdate({ target: installationFacts.name, set: fact });
}

/** Keeps the fact unless another process was first; answers the one that is kept. */
export async function keepFirstFact(db: Db, name: FactName, fact: Fact): Promise<Fact> {
  await db
    .insert(installationFacts)
    .values({ name, ...fact })
    .onConflictDoNothing();
  return (await findFact(db, name)) ?? fact;
}
