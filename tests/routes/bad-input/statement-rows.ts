import { systemActor } from "#app/domain/actor.ts";
import { idPrefixes, type ProviderStatementId } from "#app/domain/ids.ts";
import { keepDraft } from "#app/flows/payouts/statement-drafts.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertStatement, insertStatementLines } from "#app/store/provider-statements.ts";
import { longAgo } from "../../support/selling-shop.ts";
import type { Merchant } from "./form.ts";

/** An uploaded statement file whose reading waits to be confirmed. */
export async function makeUploadRow({ shopId }: Merchant): Promise<string> {
  const { draftId } = await keepDraft(
    { shop: { shopId }, actor: systemActor, now: new Date() },
    {
      fileName: "march.csv",
      bytes: Buffer.from("Date,Amount,Currency,Reference\r\n2026-03-05,-5.00,USD,RENT"),
      contentHash: "hash",
      choices: {},
    },
  );
  return draftId;
}

/** A provider's statement of one line that was not expected: what forms and calls about statements are about. */
export async function makeStatementRow({ shopId }: Merchant, receiver = ""): Promise<string> {
  const statementId = newId<ProviderStatementId>(idPrefixes.providerStatement, longAgo);
  await inTransaction(async (tx) => {
    await insertStatement(tx, {
      shopId,
      statementId,
      provider: "paypal",
      source: "csv",
      fileName: "march.csv",
      contentHash: "hash",
      since: longAgo,
      until: longAgo,
      status: "ready",
      lineCount: 1,
      readUpTo: "",
      stopped: "",
      accountsRead: 0,
      matchedUpTo: 1,
      createdBy: systemActor,
      createdAt: longAgo,
    });
    await insertStatementLines(tx, [
      {
        shopId,
        statementId,
        number: 1,
        amountMinor: 500n,
        currency: "USD",
        outcome: "paid",
        match: "unexpected",
        receiver,
      },
    ]);
  });
  return statementId;
}
