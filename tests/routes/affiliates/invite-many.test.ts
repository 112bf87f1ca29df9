import { beforeAll, expect, it } from "vitest";
import type { CheckedInviteWire } from "#app/contracts/affiliate-forms.ts";
import { db } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { findAffiliateByEmail, listMemberships } from "#app/store/affiliates.ts";
import { listAliveDetails } from "#app/store/payout-details.ts";
import { tagsOf } from "#app/store/tags.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { withData } from "../../support/answered.ts";
import { emailsOf } from "../../support/emails.ts";
import { formRequest, makeMerchant } from "../../support/merchant.ts";
import { addProgram } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";

// Emails are read from the queue's table, which is there once the queue was opened.
beforeAll(async () => {
  await openQueue();
});

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Answer = { added: number; rows: CheckedInviteWire[]; message?: string };

async function post({ token }: Merchant, step: "check" | "save", rows: string, leaveOut = "") {
  const fields: [string, string][] = [
    ["intent", "many"],
    ["step", step],
    ["rows", rows],
    ["leaveOut", leaveOut],
  ];
  const answer = withData(
    await requestRoute(formRequest(token, "/dashboard/affiliates/invite/many", fields)),
  );
  return { status: answer.status, fields: answer.fields, ...(answer.data as Answer) };
}

function linesOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `A,a${index}@p.example`).join("\n");
}

it("invites everybody of a list with codes, programs, tags and proposed payout details", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const summer = await addProgram(shopId, {}, "Summer creators");
  const list = [
    "name,email,code,programs,tags,payout email",
    '"Lin, Maya",maya@creators.example,MAYA10,Summer creators,vip;blog,pay@creators.example',
    "Tom Reed,tom@creators.example",
    "",
    "Tom Reed,tom2@creators.example",
  ].join("\r\n");
  const checked = await post(merchant, "check", list);
  expect(checked.rows).toMatchObject([
    { line: 2, name: "Lin, Maya", affiliate: "maya@creators.example", state: "new", fault: null },
    { line: 3, state: "new" },
    { line: 5, state: "new" },
  ]);
  expect(await emailsOf(shopId)).toEqual([]);
  expect(await post(merchant, "save", list)).toMatchObject({ status: 200, added: 3 });
  const maya = await findAffiliateByEmail(db(), shopId, "maya@creators.example");
  expect(maya).toMatchObject({ name: "Lin, Maya", status: "invited", referralCode: "MAYA10" });
  const ids = maya ? [maya.affiliateId] : [];
  expect(await listMemberships(db(), shopId, ids)).toMatchObject([{ programId: summer }]);
  expect([...(await tagsOf(db(), shopId, ids)).values()]).toMatchObject([[{ tag: "blog" }, { tag: "vip" }]]);
  const [id] = ids;
  expect(id && (await listAliveDetails(db(), shopId, id, new Date()))).toMatchObject([
    { method: "paypal", confirmedAt: null, effectiveAt: null },
  ]);
  expect(await findAffiliateByEmail(db(), shopId, "tom2@creators.example")).toMatchObject({
    referralCode: "TOMREED2",
  });
  expect((await emailsOf(shopId)).map((mail) => mail.to).toSorted()).toEqual([
    "maya@creators.example",
    "tom2@creators.example",
    "tom@creators.example",
  ]);
  expect(await post(merchant, "save", list)).toMatchObject({ added: 0, rows: [{ state: "same" }, {}, {}] });
});

it("names the error of each line and invites nobody until it is fixed or skipped", async () => {
  const merchant = await makeMerchant();
  const before = await snapshotOf(merchant.shopId);
  const list = [
    "Fine,fine@p.example",
    "<b>Bold</b>,bold@p.example",
    "No Address,nobody",
    "Twice,FINE@p.example",
    `Code,code@p.example,${merchant.code}`,
    "Bad code,bad@p.example,a b",
    "Program,program@p.example,,No such program",
    "Tag,tag@p.example,,,<i>",
    "Payout,payout@p.example,,,,nobody",
    `Known,${merchant.affiliateId}@example.com`,
  ].join("\n");
  const saved = await post(merchant, "save", list);
  expect(saved.rows.map(({ line, state, fault }) => [line, state, fault])).toEqual([
    [1, "new", null],
    [2, "wrong", expect.stringMatching(/^Name: /)],
    [3, "wrong", expect.stringMatching(/^Email: /)],
    [4, "wrong", "Same email as line 1."],
    [5, "wrong", "Another affiliate uses this referral code."],
    [6, "wrong", expect.stringMatching(/^Code: /)],
    [7, "wrong", "The program No such program doesn't exist."],
    [8, "wrong", expect.stringMatching(/^Tags: /)],
    [9, "wrong", expect.stringMatching(/^Payout email: /)],
    [10, "same", null],
  ]);
  expect(await snapshotOf(merchant.shopId)).toEqual(before);
  expect(await emailsOf(merchant.shopId)).toEqual([]);
  expect(await post(merchant, "save", list, "2,3,4,5,6,7,8,9")).toMatchObject({ added: 1 });
  expect(await emailsOf(merchant.shopId)).toMatchObject([{ to: "fine@p.example" }]);
});

it("takes columns in any order where the first line names them, and semicolons as a spreadsheet writes them", async () => {
  const merchant = await makeMerchant();
  const list = "Email;Payout_Email;Name;Tags\nana@p.example;;Ana Ruiz;vip|new";
  expect(await post(merchant, "save", list)).toMatchObject({ added: 1 });
  const ana = await findAffiliateByEmail(db(), merchant.shopId, "ana@p.example");
  expect(ana).toMatchObject({ name: "Ana Ruiz" });
  const tags = await tagsOf(db(), merchant.shopId, ana ? [ana.affiliateId] : []);
  expect([...tags.values()]).toMatchObject([[{ tag: "new" }, { tag: "vip" }]]);
});

it("answers a list of 100,000 lines with the limit, and writes nothing", async () => {
  const merchant = await makeMerchant();
  const before = await snapshotOf(merchant.shopId);
  const answers = [
    await post(merchant, "save", linesOf(1001)),
    await post(merchant, "save", linesOf(100_000)),
  ];
  expect(answers).toMatchObject([
    { status: 400, message: "Paste at most 1,000 lines at once. This has 1,001.", fields: ["rows"] },
    { status: 413, message: "Paste at most 1,000 lines at once.", fields: ["rows"] },
  ]);
  expect(await snapshotOf(merchant.shopId)).toEqual(before);
});
