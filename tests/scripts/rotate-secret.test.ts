import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Session } from "@shopify/shopify-api";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { idPrefixes, type PayoutRequestId } from "#app/domain/ids.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { HashedElsewhere, requireOwnSeal, SealedElsewhere } from "#app/flows/health/check-seal.ts";
import { uploadAudit } from "#app/flows/imports/upload-audit.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { keepDraft } from "#app/flows/payouts/statement-drafts.ts";
import { answerDataRequest } from "#app/flows/privacy/answer-data-request.ts";
import { visitorHasher } from "#app/flows/tracking/keep-clicks.ts";
import {
  customerHash,
  decrypt,
  encrypt,
  openPixelAccount,
  openSignedClick,
  pixelAccount,
  signClick,
} from "#app/platform/crypto.server.ts";
import { closeDatabase, db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openEmail } from "#app/queue/mail.server.ts";
import { sessionStorage } from "#app/shopify.server.ts";
import { recordEmailFailure } from "#app/store/email-failures.ts";
import { insertRequests, openContent, openFile, sealContent, sealFile } from "#app/store/payout-requests.ts";
import { openAccount } from "#app/store/payout-details.ts";
import { openSecret } from "#app/store/outbox.ts";
import { findStoreAccount, saveStoreAccount } from "#app/store/payout-settings.ts";
import { listSealed, listWaitingEmails, sealedColumns } from "#app/store/sealed-values.ts";
import { eventEmails } from "#app/store/schema/emails.ts";
import { payoutRequests, payoutDetails } from "#app/store/schema/payouts.ts";
import { deliver } from "../support/inbox.ts";
import { setEnv } from "../support/environment.ts";
import { newDatabase } from "../support/new-database.ts";
import { orderBody } from "../support/order-bodies.ts";
import { iban, makePerson } from "../support/paid-person.ts";
import { makePayees, planned } from "../support/planned-payouts.ts";

const first = "a-secret-for-tests-of-at-least-32-characters";
const second = "the-second-secret-of-at-least-32-characters";
const now = new Date("2026-04-02T09:00:00Z");

let database: Awaited<ReturnType<typeof newDatabase>>;

beforeAll(async () => {
  database = await newDatabase(inject("template"));
});
afterAll(async () => {
  setEnv({ APP_SECRET: first, APP_SECRET_PREVIOUS: "", HASH_SECRET: "" });
  await closeDatabase();
  await database.remove();
});

function rotate(): Promise<{ code: number | null; said: string }> {
  const file = fileURLToPath(new URL("../../scripts/rotate-secret.ts", import.meta.url));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { env: process.env, stdio: "pipe" });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    }
    child.once("close", (code) => resolve({ code, said: said.trim() }));
  });
}

/** One value at least in each place where sealed values are kept, put there as the app does. */
async function fill() {
  const person = await makePerson();
  const { shopId } = person.shop;
  await person.enter(iban, 1);
  const invited = { name: "Bea", email: "bea@example.com" };
  await inviteAffiliate({ shop: person.shop, actor: systemActor, now }, invited, { showsLink: false });
  await deliver(person.shop, "orders/create", orderBody({ id: 1 }));
  const request = { requestId: "7", customerId: null, email: "bob@example.com", orderIds: [] };
  await answerDataRequest(shopId, request, now);
  await visitorHasher([{ shopId, day: "2026-04-02" }]);
  const [mail] = await listWaitingEmails(db());
  await recordEmailFailure(db(), shopId, { jobId: "1", sealed: mail?.sealed ?? "", failure: "", now });
  const session = new Session({
    id: "offline_a",
    shop: "a.myshopify.com",
    state: "",
    isOnline: false,
    accessToken: "kept",
  });
  await sessionStorage.storeSession(session);
  const payer = await makePayees(1, () => ({ kind: "paypal", email: "zoe@example.com" }));
  const [payee] = payer.payees;
  if (!payee) throw new Error("There is no payee.");
  const { sectionId } = await planned(payer, [{ payee, amountMinor: 500n }], { now });
  const requestId = newId<PayoutRequestId>(idPrefixes.payoutRequest, now);
  const row = {
    shopId: payer.shopId,
    requestId,
    sectionId,
    ordinal: 1,
    status: "ready" as const,
    createdAt: now,
  };
  const content = sealContent(payer.shopId, requestId, "pays one");
  const file = sealFile(payer.shopId, requestId, "a file");
  const account = { name: "Example Store", iban: "DE02120300000000202051", bic: "" };
  await inTransaction(async (tx) => {
    await insertRequests(tx, [{ ...row, ...content, ...file, paymentCount: 1, totalMinor: 500n }]);
    await saveStoreAccount(tx, payer.shopId, { account, now });
  });
  const upload = {
    fileName: "march.csv",
    bytes: Buffer.from("Date,Amount"),
    contentHash: "hash",
    choices: {},
  };
  await keepDraft({ shop: payer, actor: systemActor, now: new Date() }, upload);
  const people = Buffer.from("Name,Email\nZoe Park,zoe@example.com");
  const payerCtx = { shop: payer, actor: systemActor, now };
  await uploadImport(payerCtx, { bytes: people, fileName: "people.csv", system: null });
  const referrals = Buffer.from("Email,Order,Date,Commission\nzoe@example.com,#1,2026-03-10,1.00");
  await uploadAudit(payerCtx, { bytes: referrals, fileName: "referrals.csv" });
  return { shopId, payerId: payer.shopId, payee, requestId };
}

describe("a rotation of APP_SECRET", () => {
  it("names every column that holds sealed values", async () => {
    const { rows } = await db().execute<{ place: string }>(sql`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed%' order by 1`);
    const named = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(named.toSorted()).toEqual(rows.map((row) => row.place));
  });

  it("seals every value anew, and leaves hashes, clicks and pixels as they were", async () => {
    await requireOwnSeal(now);
    const { shopId, payerId, payee, requestId } = await fill();
    const clickId = `clk_${"0".repeat(26)}`;
    const known = { hash: customerHash(shopId, "bob@example.com"), click: signClick(shopId, clickId) };
    const pixel = pixelAccount(shopId);

    // Step 1 of docs/deploying.md: processes still seal under the old secret and open either.
    setEnv({ APP_SECRET: second });
    const sealedLater = encrypt("later", "a");
    setEnv({ APP_SECRET: first, APP_SECRET_PREVIOUS: second, HASH_SECRET: first });
    await requireOwnSeal(now);
    expect(decrypt(sealedLater, "a")).toBe("later");
    expect(customerHash(shopId, "bob@example.com")).toBe(known.hash);

    setEnv({ APP_SECRET: second, APP_SECRET_PREVIOUS: first, HASH_SECRET: "" });
    await expect(requireOwnSeal(now)).rejects.toThrow(HashedElsewhere);
    setEnv({ HASH_SECRET: first });
    await requireOwnSeal(now);
    expect((await sessionStorage.loadSession("offline_a"))?.accessToken).toBe("kept");

    // Without the previous secret nothing starts before all is sealed anew.
    setEnv({ APP_SECRET_PREVIOUS: "" });
    await expect(requireOwnSeal(now)).rejects.toThrow(SealedElsewhere);
    setEnv({ APP_SECRET_PREVIOUS: first });
    const { code, said } = await rotate();
    expect(said).toMatch(
      /\n\d+ values are sealed anew\. Next: step 4 of Replacing a secret in docs\/deploying\.md\.$/,
    );
    expect(said).not.toMatch(/: 0$/m);
    expect(code).toBe(0);
    expect((await rotate()).said).toMatch(/\n0 values are sealed anew/);

    setEnv({ APP_SECRET_PREVIOUS: "" });
    await requireOwnSeal(now);
    for (const column of sealedColumns) {
      const rows = await listSealed(db(), column, null, 1000);
      expect({ table: column.table, isEmpty: rows.length === 0 }).toEqual({
        table: column.table,
        isEmpty: false,
      });
      for (const row of rows) expect(() => decrypt(row.sealed, column.contextOf(row.key))).not.toThrow();
    }
    for (const mail of await listWaitingEmails(db())) expect(openEmail(mail).to).toContain("@");
    expect((await sessionStorage.loadSession("offline_a"))?.accessToken).toBe("kept");
    const [details] = await db().select().from(payoutDetails).where(eq(payoutDetails.shopId, payerId));
    expect(details && openAccount(payerId, details)).toEqual(payee.account);
    const [chunk] = await db().select().from(payoutRequests).where(eq(payoutRequests.requestId, requestId));
    expect(chunk && openContent(chunk)).toBe("pays one");
    expect(chunk && openFile(chunk)).toBe("a file");
    const deliveries = await db().select().from(eventEmails).where(eq(eventEmails.shopId, shopId));
    expect(deliveries.map((one) => openSecret(one).link)).toEqual([expect.stringContaining("#token=")]);
    expect((await findStoreAccount(db(), payerId))?.iban).toBe("DE02120300000000202051");

    expect(customerHash(shopId, "bob@example.com")).toBe(known.hash);
    expect(openSignedClick(shopId, known.click)?.clickId).toBe(clickId);
    expect(openPixelAccount(pixel)).toBe(shopId);
  });

  it("keeps the previous secret while a value opens with neither, and opens it with an older one", async () => {
    setEnv({ APP_SECRET: "the-oldest-secret-of-at-least-32-characters" });
    const session = {
      id: "offline_b",
      shop: "b.myshopify.com",
      state: "",
      isOnline: false,
      accessToken: "old",
    };
    await sessionStorage.storeSession(new Session(session));
    setEnv({ APP_SECRET: second, APP_SECRET_PREVIOUS: first });
    const { code, said } = await rotate();
    expect(said).toContain("1 left: they open with neither secret");
    expect(said).toMatch(
      / Keep APP_SECRET_PREVIOUS: see step 3 of Replacing a secret in docs\/deploying\.md\.$/,
    );
    expect(code).toBe(1);

    setEnv({ APP_SECRET_PREVIOUS: "the-oldest-secret-of-at-least-32-characters" });
    expect(await rotate()).toMatchObject({
      code: 0,
      said: expect.stringContaining("1 value is sealed anew"),
    });
    setEnv({ APP_SECRET_PREVIOUS: "" });
    expect((await sessionStorage.loadSession("offline_b"))?.accessToken).toBe("old");
  });

  it("is refused where the previous secret is not named, and frozen rows stay protected", async () => {
    const { code, said } = await rotate();
    expect([code, said]).toEqual([
      1,
      "APP_SECRET_PREVIOUS is not set: give the APP_SECRET that was in use before.",
    ]);
    const refused = { cause: { message: expect.stringContaining("A payout is frozen") } };
    const content = sql`update payout_requests set sealed_content = 'v1.other'`;
    await expect(db().execute(content)).rejects.toMatchObject(refused);
    const otherHash = inTransaction(async (tx) => {
      await tx.execute(sql`set local affiliate.resealing = 'on'`);
      await tx.execute(sql`update payout_requests set content_hash = 'other'`);
    });
    await expect(otherHash).rejects.toMatchObject(refused);
  });
});
