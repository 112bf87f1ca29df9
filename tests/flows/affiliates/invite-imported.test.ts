import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { checkImport } from "#app/flows/imports/check-import.ts";
import { inviteImported, startInvitations } from "#app/flows/affiliates/invite-imported.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { setEnv } from "../../support/environment.ts";
import { emailsOf } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";

beforeAll(() => setEnv({ SMTP_URL: "smtp://127.0.0.1:1" }));
afterAll(() => setEnv({ SMTP_URL: "" }));

const now = new Date("2026-04-01T09:00:00Z");

it("invites the people of an import once, when the merchant asks", async () => {
  const { shop, shopId, actor } = await makeMerchant();
  const ctx = { shop, actor: actor ?? systemActor, now };
  const bytes = Buffer.from(
    [
      "Name,Email,Status",
      "Zoe,zoe@moved.example,active",
      "Lee,lee@moved.example,invited",
      "Kim,kim@moved.example,blocked",
      "Sam,sam@moved.example,pending",
    ].join("\n"),
  );
  const file = await uploadImport(ctx, { bytes, fileName: "people.csv", system: null });
  if (isRefusal(file)) throw new Error(file.reason.code);
  const { importId } = file;
  expect(await checkImport(ctx, importId, {})).toEqual({ questions: null });
  expect(await startInvitations(ctx, importId)).toMatchObject({ reason: { code: "import_not_done" } });
  await startImport(ctx, importId);
  await runImport({ shopId, importId }, () => now);
  expect(await emailsOf(shopId)).toEqual([]);

  expect(await startInvitations(ctx, importId)).toEqual({ importId });
  await Promise.all([1, 2].map(() => inviteImported({ shopId, importId }, () => now)));
  await inviteImported({ shopId, importId }, () => now);
  const sent = await emailsOf(shopId);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(["lee@moved.example", "zoe@moved.example"]);
  expect(sent[0]?.text).toContain("now runs its affiliate program with another app");
  expect(sent[0]?.text).toContain("/portal/accept#token=");
  const states = await db()
    .select({ name: affiliates.name, invitedAt: affiliates.invitedAt })
    .from(affiliates)
    .where(eq(affiliates.shopId, shopId));
  expect(
    states
      .filter(({ invitedAt }) => invitedAt !== null)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["Lee", "Zoe"]);
});
