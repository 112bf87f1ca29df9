import { describe, expect, it } from "vitest";
import type { AffiliateId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { db } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { action as change, loader as detail } from "../../../app/routes/admin/affiliate.tsx";
import { action as bulk, loader as list } from "../../../app/routes/admin/affiliates.tsx";
import { action as invite, loader as inviteForm } from "../../../app/routes/admin/affiliates.invite.tsx";
import { formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { longAgo } from "../../support/selling-shop.ts";
import { exportLoader } from "../../support/exported-file.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
const argsOf = (request: Request, params = {}) => ({ request, params, context: {} }) as never;

async function add(merchant: Merchant, name: string, more: object = {}): Promise<string> {
  const email = `${name.toLowerCase().replace(/[^a-z]/g, "")}@example.com`;
  const ctx = { ...merchant, now: new Date() };
  const invited = await inviteAffiliate(ctx, { name, email, ...more }, { showsLink: true });
  if (isRefusal(invited)) throw new Error(invited.reason.code);
  return invited.affiliateId;
}

/** Answer of an action: data with its status, or a redirect. */
function read(result: unknown): { status: number; data: Record<string, unknown> } {
  if (result instanceof Response) {
    return { status: result.status, data: { location: result.headers.get("Location") } };
  }
  if (typeof result === "object" && result !== null && "init" in result && "data" in result) {
    const { data, init } = result as { data: Record<string, unknown>; init: { status?: number } | null };
    return { status: init?.status ?? 200, data };
  }
  return { status: 200, data: result as Record<string, unknown> };
}

describe("the list", () => {
  it("shows what its address says, with defaults for what is wrong in it", async () => {
    const merchant = await makeMerchant();
    await add(merchant, "Cleo");
    await add(merchant, "Abel");
    const open = (query: string) =>
      list(argsOf(pageRequest(merchant.token, `/dashboard/affiliates${query}`)));
    const sorted = await open("?sort=name&status=invited");
    expect(sorted.affiliates.map((one) => one.name)).toEqual(["Abel", "Cleo"]);
    expect(sorted.pagination).toEqual({ page: 1, limit: 10, total: 2 });
    const wrong = await open("?page=x&limit=9999&sort=&status=none&cursor=nonsense");
    expect(wrong.affiliates).toHaveLength(3);
    expect((await open(`?program=${merchant.programId}`)).program).toBe("Partners");
  });

  it("changes many, and says who could not change and why", async () => {
    const merchant = await makeMerchant();
    const id = await add(merchant, "Cleo");
    const stranger = (await makeMerchant()).affiliateId;
    const fields: [string, string][] = [merchant.affiliateId, id, stranger].map((one) => ["ids", one]);
    const post = (status: string) =>
      bulk(argsOf(formRequest(merchant.token, "/dashboard/affiliates", [...fields, ["status", status]])));
    const { data } = read(await post("suspended"));
    expect(data).toMatchObject({
      ok: true,
      changed: 1,
      unchanged: [
        { id, name: "Cleo", reason: "An invited affiliate can only be moved to applied or declined." },
        { id: stranger, reason: "This affiliate doesn't exist. Check the email, code, or ID." },
      ],
    });
    expect(read(await post("nonsense")).status).toBe(400);
    const none = formRequest(merchant.token, "/dashboard/affiliates", [["status", "active"]]);
    expect(read(await bulk(argsOf(none)))).toMatchObject({ status: 400, data: { ok: false } });
  });
});

async function fileOf(merchant: Merchant, query = "") {
  const answer = await exportLoader(
    argsOf(pageRequest(merchant.token, `/dashboard/export/affiliates.csv${query}`)),
  );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { answer, bytes, text: new TextDecoder().decode(bytes) };
}

describe("the list as a file", () => {
  it("holds everyone of the filter, in its order, and no formula", async () => {
    const merchant = await makeMerchant();
    await add(merchant, '=HYPERLINK("http://evil.example";"x")', { referralCode: "safe" });
    await add(merchant, "Björk, Ltd", { note: "secret note" });
    const { answer, bytes, text } = await fileOf(merchant, "?status=invited&sort=oldest&limit=1&page=9");
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toContain("affiliates.csv");
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^"Name","Email","Status"/);
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http:/);
    expect(lines[2]).toMatch(/^"Björk, Ltd","bjrkltd@example.com","invited","BJORKLTD"/);
    expect(text).not.toContain("secret note");
  });

  it("goes on beyond one page of the database", async () => {
    const merchant = await makeMerchant();
    const many = Array.from({ length: 260 }, (_, number) => {
      const email = `same${number}@example.com`;
      const code = `same-${number}`;
      const ids = { shopId: merchant.shopId, affiliateId: newId<AffiliateId>("aff", longAgo) };
      const keys = { email, emailKey: email, referralCode: code, codeKey: code };
      return {
        ...ids,
        ...keys,
        name: "Same",
        status: "invited" as const,
        createdAt: longAgo,
        updatedAt: longAgo,
      };
    });
    await db().insert(affiliates).values(many);
    const { text } = await fileOf(merchant, "?status=invited&sort=name");
    expect(new Set(text.match(/same\d+@example\.com/g)).size).toBe(260);
  });
});

const postInvite = (merchant: Merchant, fields: [string, string][]) =>
  invite(argsOf(formRequest(merchant.token, "/dashboard/affiliates/invite", fields)));

const openPage = (merchant: Merchant, id: string) =>
  detail(argsOf(pageRequest(merchant.token, `/dashboard/affiliates/${id}`), { id }));

describe("inviting by the form", () => {
  it("offers the programs, and leads to the list with the new one at its top", async () => {
    const merchant = await makeMerchant();
    const form = await inviteForm(argsOf(pageRequest(merchant.token, "/dashboard/affiliates/invite")));
    expect(form.programs).toMatchObject([{ id: merchant.programId, name: "Partners", status: "active" }]);
    expect(form.programs[0]?.terms[0]).toMatch(/^Earn /);
    const answer = read(
      await postInvite(merchant, [
        ["name", "Iva"],
        ["email", "iva@example.com"],
        ["referralCode", ""],
        ["note", ""],
        ["programIds", merchant.programId],
      ]),
    );
    expect(answer.status).toBe(302);
    const location = String(answer.data["location"]);
    expect(location).toMatch(/^\/dashboard\/affiliates\?invited=aff_/);
    const shown = await list(argsOf(pageRequest(merchant.token, location)));
    expect(shown.affiliates[0]).toMatchObject({
      id: shown.invited?.id,
      email: "iva@example.com",
      name: "Iva",
      referralCode: "IVA",
    });
    const { affiliate } = await openPage(merchant, shown.invited?.id ?? "");
    expect(affiliate.programs).toMatchObject([{ name: "Partners" }]);
  });

  it("answers an error at its field, and 403 to another site's origin", async () => {
    const merchant = await makeMerchant();
    expect(read(await postInvite(merchant, [["email", "x"]]))).toMatchObject({
      status: 400,
      data: { ok: false, errors: [{ field: "name" }, { field: "email" }] },
    });
    const foreign = formRequest(merchant.token, "/dashboard/affiliates/invite", []);
    foreign.headers.set("Origin", "https://evil.example");
    await expect(invite(argsOf(foreign))).rejects.toMatchObject({ status: 403 });
  });
});

const postTo = (merchant: Merchant, id: string, fields: [string, string][]) =>
  change(argsOf(formRequest(merchant.token, `/dashboard/affiliates/${id}`, fields), { id }));

describe("one affiliate's page", () => {
  it("edits, keeps what someone else saved meanwhile, and tells both in the history", async () => {
    const merchant = await makeMerchant();
    const id = await add(merchant, "Iva");
    const { affiliate } = await openPage(merchant, id);
    const fields = (name: string): [string, string][] => [
      ["intent", "edit"],
      ["revision", String(affiliate.revision)],
      ["name", name],
      ["email", affiliate.email],
      ["referralCode", affiliate.referralCode],
      ["note", ""],
    ];
    expect(read(await postTo(merchant, id, fields("Iva One")))).toMatchObject({ data: { ok: true } });
    expect(read(await postTo(merchant, id, fields("Iva Two")))).toMatchObject({
      status: 409,
      data: { ok: false, errors: [{ field: "revision" }] },
    });
    const after = await openPage(merchant, id);
    expect(after.affiliate).toMatchObject({ name: "Iva One", programs: [] });
    expect(after.history.map((entry) => entry.text)).toEqual([
      "Changed: name, programs",
      "Invited with code IVA",
    ]);
  });

  it("changes status, sends the invitation again, and refuses what is no intent", async () => {
    const merchant = await makeMerchant();
    const id = await add(merchant, "Iva");
    expect(read(await postTo(merchant, id, [["intent", "resend"]])).data).toEqual({
      ok: true,
      intent: "resend",
    });
    const to = (status: string) =>
      postTo(merchant, id, [
        ["intent", "status"],
        ["status", status],
      ]);
    expect(read(await to("rejected")).data).toMatchObject({ ok: true });
    expect(read(await to("active"))).toMatchObject({
      status: 422,
      data: { message: "A declined affiliate can only be moved to applied." },
    });
    expect(read(await postTo(merchant, id, [["intent", "destroy"]])).status).toBe(400);
    expect((await openPage(merchant, id)).affiliate.status).toBe("rejected");
  });

  it("is a 404 in another shop", async () => {
    const merchant = await makeMerchant();
    const id = await add(merchant, "Iva");
    const other = await makeMerchant();
    await expect(openPage(other, id)).rejects.toMatchObject({ init: { status: 404 } });
    expect(read(await postTo(other, id, [["intent", "resend"]])).status).toBe(404);
  });
});
