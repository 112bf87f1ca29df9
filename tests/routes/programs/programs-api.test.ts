import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";

const path = "/api/v1/programs";
const body = {
  name: "Creators",
  description: "For people who make things",
  terms: { commission: { type: "percentage", percent: "12.5" }, windowDays: 60, approvalDays: 14 },
};

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const ask = (token: string, query = "") => answerApiRequest(apiRequest(token, path + query));
const post = (token: string, given: unknown) =>
  answerApiRequest(apiRequest(token, path, { method: "POST", body: given }));
const one = (token: string, id: string) => answerApiRequest(apiRequest(token, `${path}/${id}`));
const put = (token: string, id: string, given: unknown) =>
  answerApiRequest(apiRequest(token, `${path}/${id}`, { method: "PUT", body: given }));
const remove = (token: string, id: string) =>
  answerApiRequest(apiRequest(token, `${path}/${id}`, { method: "DELETE" }));

async function made({ token }: Merchant, given: unknown = body): Promise<{ id: string; revision: number }> {
  const answer = await post(token, given);
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; revision: number };
}

async function totalOf({ token }: Merchant): Promise<number> {
  const { pagination } = (await (await ask(token)).json()) as { pagination: { total: number } };
  return pagination.total;
}

describe("programs through the API", () => {
  it("creates a draft and answers it, alone and at the top of the list", async () => {
    const merchant = await makeMerchant();
    const program = await made(merchant);
    expect(program).toMatchObject({
      name: "Creators",
      status: "draft",
      nextStatuses: ["active", "archived"],
      version: 1,
      terms: body.terms,
      affiliates: 0,
      figures: { orders: 0, revenue: { amount: "0.00", currencyCode: "USD" } },
    });
    expect(await (await one(merchant.token, program.id)).json()).toEqual(program);
    const answer = (await (await ask(merchant.token)).json()) as { programs: unknown[]; pagination: unknown };
    expect(answer.programs[0]).toEqual(program);
    expect(answer.pagination).toEqual({ page: 1, limit: 10, total: 2 });
  });

  it("pages by number and by cursor alike, and filters by status and name", async () => {
    const merchant = await makeMerchant();
    for (const name of ["Alpha", "Beta", "Gamma"]) await made(merchant, { ...body, name });
    const namesOf = async (query: string) => {
      const { programs, nextCursor } = (await (await ask(merchant.token, query)).json()) as {
        programs: { name: string }[];
        nextCursor: string | null;
      };
      return { names: programs.map((program) => program.name), nextCursor };
    };
    const first = await namesOf("?limit=2");
    expect(first.names).toEqual(["Gamma", "Beta"]);
    const second = await namesOf(`?limit=2&cursor=${first.nextCursor ?? ""}`);
    expect(second).toEqual({ names: ["Alpha", "Partners"], nextCursor: null });
    expect((await namesOf("?limit=2&page=2")).names).toEqual(second.names);
    expect((await namesOf("?status=active")).names).toEqual(["Partners"]);
    expect((await namesOf("?search=BET")).names).toEqual(["Beta"]);
    expect((await namesOf("?search=%25")).names).toEqual([]);
  });

  it("sorts by name or age, and its cursors keep the order they were made in", async () => {
    const merchant = await makeMerchant();
    for (const name of ["Cedar", "Alder", "Birch"]) await made(merchant, { ...body, name });
    type Page = { programs: { name: string }[]; nextCursor: string | null };
    const names = async (query: string) => {
      const { programs, nextCursor } = (await (await ask(merchant.token, query)).json()) as Page;
      return { names: programs.map((program) => program.name), nextCursor };
    };
    expect((await names("?sort=oldest")).names.slice(1)).toEqual(["Cedar", "Alder", "Birch"]);
    const first = await names("?sort=name&limit=2&search=r");
    const rest = await names(`?sort=name&limit=250&search=r&cursor=${first.nextCursor}`);
    const sorted = [...first.names, ...rest.names];
    expect(sorted.filter((name) => /^(Cedar|Alder|Birch)$/.test(name))).toEqual(["Alder", "Birch", "Cedar"]);
    expect(rest.nextCursor).toBeNull();
    const wrong = await ask(merchant.token, `?sort=oldest&cursor=${first.nextCursor}`);
    expect([wrong.status, (await wrong.json()).errors[0].field]).toEqual([400, "cursor"]);
    expect((await ask(merchant.token, "?sort=size")).status).toBe(400);
  });

  it("changes what is given, refuses an older revision, and a status that cannot follow", async () => {
    const merchant = await makeMerchant();
    const { id, revision } = await made(merchant);
    const changed = await put(merchant.token, id, { terms: { approvalDays: 3 }, revision });
    expect(await changed.json()).toMatchObject({
      version: 2,
      revision: revision + 1,
      terms: { ...body.terms, approvalDays: 3 },
    });
    const stale = await put(merchant.token, id, { name: "Mine", revision });
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({ errors: [{ field: "revision" }] });
    const paused = await put(merchant.token, id, { status: "paused" });
    expect(paused.status).toBe(422);
    expect(await paused.json()).toMatchObject({ errors: [{ field: "status" }] });
  });

  it("deletes once, and knows it no more", async () => {
    const merchant = await makeMerchant();
    const { id } = await made(merchant);
    expect(await (await remove(merchant.token, id)).json()).toEqual({ id, earnsUntil: null });
    expect((await one(merchant.token, id)).status).toBe(404);
    expect((await remove(merchant.token, id)).status).toBe(404);
    expect(await totalOf(merchant)).toBe(1);
  });

  it("answers the same program to the same Idempotency-Key", async () => {
    const merchant = await makeMerchant();
    const send = () => {
      const request = apiRequest(merchant.token, path, { method: "POST", body });
      request.headers.set("Idempotency-Key", "once");
      return answerApiRequest(request);
    };
    const first = await (await send()).json();
    expect(await (await send()).json()).toEqual(first);
    expect(await totalOf(merchant)).toBe(2);
  });

  it("lets a reader read and not write", async () => {
    const { token, programId } = await makeMerchant("read");
    expect((await ask(token)).status).toBe(200);
    expect((await post(token, body)).status).toBe(403);
    expect((await put(token, programId, { name: "No" })).status).toBe(403);
    expect((await remove(token, programId)).status).toBe(403);
  });

  it("shows and changes nothing of another shop", async () => {
    const [mine, other] = [await makeMerchant(), await makeMerchant()];
    for (const answer of [
      await one(mine.token, other.programId),
      await put(mine.token, other.programId, { name: "Taken" }),
      await remove(mine.token, other.programId),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect(await (await one(other.token, other.programId)).json()).toMatchObject({
      name: "Partners",
      revision: 1,
    });
  });

  it("asks who is there, and says which methods it knows", async () => {
    expect((await ask("nobody")).status).toBe(401);
    const { token } = await makeMerchant();
    const patch = await answerApiRequest(apiRequest(token, path, { method: "PATCH", body }));
    expect(patch.status).toBe(405);
  });
});

describe("bad input", () => {
  const terms = body.terms;
  const percentage = (percent: unknown) => ({ ...terms, commission: { type: "percentage", percent } });
  const fixed = (amount: unknown, currencyCode: unknown = "USD") => ({
    ...terms,
    commission: { type: "fixed", amount: { amount, currencyCode } },
  });

  it.each([
    [{ ...body, name: undefined }, "name"],
    [{ ...body, name: "" }, "name"],
    [{ ...body, name: 7 }, "name"],
    [{ ...body, name: "x".repeat(121) }, "name"],
    [{ ...body, name: "nul\u0000" }, "name"],
    [{ ...body, description: "x".repeat(2001) }, "description"],
    [{ ...body, status: "archived" }, "status"],
    [{ ...body, terms: undefined }, "terms"],
    [{ ...body, terms: percentage("0") }, "terms.commission.percent"],
    [{ ...body, terms: percentage("100.01") }, "terms.commission.percent"],
    [{ ...body, terms: percentage("1e2") }, "terms.commission.percent"],
    [{ ...body, terms: percentage("'; drop table programs; --") }, "terms.commission.percent"],
    [{ ...body, terms: fixed("0.00") }, "terms.commission"],
    [{ ...body, terms: fixed("1.234") }, "terms.commission.amount"],
    [{ ...body, terms: fixed("-5.00") }, "terms.commission"],
    [{ ...body, terms: fixed(5) }, "terms.commission.amount.amount"],
    [{ ...body, terms: fixed("5.00", "EUR") }, "terms.commission"],
    [{ ...body, terms: fixed("5.00", "XQZ") }, "terms.commission.amount"],
    [{ ...body, terms: { ...terms, windowDays: 0 } }, "terms.windowDays"],
    [{ ...body, terms: { ...terms, windowDays: 3651 } }, "terms.windowDays"],
    [{ ...body, terms: { ...terms, approvalDays: 1.5 } }, "terms.approvalDays"],
    [{ ...body, terms: { ...terms, approvalDays: -1 } }, "terms.approvalDays"],
    [{ ...body, unknown: 1 }, "unknown"],
    [[], "body"],
    [{ ...body, name: "<script>alert(1)</script>" }, "name"],
    [{ ...body, description: "<script>alert(1)</script>" }, "description"],
  ])("%j is refused at its field and makes nothing", async (given, field) => {
    const merchant = await makeMerchant();
    const answer = await post(merchant.token, given);
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { field: string }[] };
    expect(errors.map((error) => error.field)).toContain(field);
    expect(await totalOf(merchant)).toBe(1);
  });

  it("keeps what looks odd and is only text as it is", async () => {
    const merchant = await makeMerchant();
    const odd = { name: "O'Brien & Söhne / 100 % 🦊", description: "a < b; 'drop table' is but text" };
    expect(await made(merchant, { ...body, ...odd })).toMatchObject(odd);
  });

  it.each([
    "?page=0",
    "?page=abc",
    "?limit=251",
    "?limit=0",
    "?status=gone",
    "?cursor=nonsense",
    "?page=999999",
  ])("the list refuses %s", async (query) => {
    const { token } = await makeMerchant();
    const answer = await ask(token, query);
    expect(answer.status).toBe(400);
    const field = query.slice(1).split("=")[0];
    expect(await answer.json()).toMatchObject({ errors: [{ field }] });
  });

  it("refuses ten megabytes before reading them", async () => {
    const merchant = await makeMerchant();
    const answer = await post(merchant.token, { ...body, description: "x".repeat(10_000_000) });
    expect(answer.status).toBe(413);
    expect(await totalOf(merchant)).toBe(1);
  });
});
