import pg from "pg";
import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { checkImport, runCheck } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { findShop } from "#app/store/shops.ts";
import { changeFileImport, findFileImport } from "#app/store/file-imports.ts";
import { insertBareImport } from "../bare-imports.ts";
import { peopleFile, referralsFile } from "../export-files.ts";

export type ImportWork =
  /** Uploads a file, checks and imports it; answers the seconds of the check and the import. */
  | {
      readonly kind: "people" | "referrals";
      readonly shopId: string;
      readonly programId: string;
      readonly round: number;
      readonly count: number;
      readonly affiliates: number;
    }
  /** Uploads and imports a file of commissions as a store's pages do; answers the megabytes of the process at most. */
  | {
      readonly kind: "memory";
      readonly shopId: string;
      readonly programId: string;
      readonly round: number;
      readonly count: number;
      readonly affiliates: number;
    }
  /** Writes for `copy` the rows that the import of this round left behind; answers the seconds. */
  | {
      readonly kind: "bare";
      readonly shopId: string;
      readonly round: number;
      readonly copy: { readonly shopId: string; readonly programId: string };
      readonly atOnce: number;
    };

const imports = new Map<number, string>();

type RunWork = Exclude<ImportWork, { readonly kind: "bare" }>;

async function run(work: RunWork): Promise<number> {
  const { kind, round, count, programId } = work;
  const shopId = work.shopId as ShopId;
  const shop = await findShop(db(), shopId);
  if (!shop) throw new Error("There is no shop.");
  const ctx = { shop, actor: systemActor, now: new Date() };
  const bytes = kind === "people" ? peopleFile(round, count) : referralsFile(round, work);
  await openQueue();
  const file = made(await uploadImport(ctx, { bytes, fileName: "export.csv", system: null }));
  imports.set(round, file.importId);
  // The store has none of the file's orders.
  await changeFileImport(db(), file, { decisions: { "order_unknown:*": { action: "import" } } });
  const choices = kind === "people" ? { programId } : { releaseOn: "2027-01-31" };
  const begun = performance.now();
  const { questions } = made(await checkImport(ctx, file.importId, choices));
  if (questions !== null) throw new Error("The file leaves questions.");
  // Of a long file, a job does the rest.
  await runCheck({ shopId, importId: file.importId }, () => new Date());
  made(await startImport(ctx, file.importId));
  await runImport({ shopId, importId: file.importId }, () => new Date());
  const seconds = (performance.now() - begun) / 1000;
  const done = await findFileImport(db(), shopId, file.importId);
  if (done?.status !== "done" || done.rows !== count) throw new Error("The import is not done.");
  return kind === "memory" ? process.resourceUsage().maxRSS / 1000 : seconds;
}

function made<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(value.reason.code);
  return value;
}

async function bare({ round, ...asked }: ImportWork & { readonly kind: "bare" }): Promise<number> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  try {
    return await insertBareImport(client, { ...asked, importId: imports.get(round) ?? "" });
  } finally {
    await client.end();
  }
}

process.on("message", (message) => {
  const work = message as ImportWork;
  (work.kind === "bare" ? bare(work) : run(work)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));
