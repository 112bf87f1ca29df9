import { describe, expect, it } from "vitest";
import { type ReportViewWire, reportViewListWire, reportViewWire } from "#app/contracts/report-view.ts";
import { reportAsked } from "#app/http/report-page.ts";
import { loader as page } from "../../../app/routes/admin/reports.tsx";
import { requestRoute } from "../../support/route-requests.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { makeReportViewRow } from "../bad-input/report-forms.ts";

type Asker = { readonly token: string };

const path = "/api/v1/report-views";

async function call({ token }: Asker, method: string, to = path, body?: unknown) {
  const answer = await requestRoute(apiRequest(token, to, { method, ...(body !== undefined && { body }) }));
  return { ...answer, data: JSON.parse(answer.text) as unknown };
}

const listOf = async (asker: Asker) => reportViewListWire.parse((await call(asker, "GET")).data).views;

async function save(asker: Asker, body: unknown): Promise<ReportViewWire> {
  const { status, data } = await call(asker, "POST", path, body);
  expect(status).toBe(201);
  return reportViewWire.parse(data);
}

const spring = {
  name: "Spring",
  report: "links",
  query: {
    range: "last-7",
    compare: "year",
    country: "",
    columns: "net,clicks",
    sort: "clicks",
    order: "asc",
  },
};

describe("saved reports", () => {
  it("keep what the address says, and mean other days on another day", async () => {
    const merchant = await makeMerchant();
    const view = await save(merchant, spring);
    expect([view.name, view.report, view.query]).toEqual([spring.name, spring.report, spring.query]);
    expect(await listOf(merchant)).toEqual([view]);
    const address = new URLSearchParams({ ...view.query, report: view.report, view: view.id });
    const { name, query, fault } = reportAsked(address, "2026-03-09");
    expect([name, fault, query.range, query.country, query.columns]).toEqual([
      "links",
      null,
      "last-7",
      "",
      ["net", "clicks"],
    ]);
  });

  it("keep the days that they are compared with, and refuse those that are none", async () => {
    const merchant = await makeMerchant();
    const query = { range: "last-7", compare: "days", compareFrom: "2025-11-24", compareTo: "2025-11-30" };
    const view = await save(merchant, { name: "Black week", report: "codes", query });
    expect(view.query).toMatchObject(query);
    const shown = new URLSearchParams({ ...view.query, report: view.report });
    expect(reportAsked(shown, "2026-11-30").query).toMatchObject(query);
    const turned = { ...query, compareTo: "2025-11-01" };
    const { status, fields } = await call(merchant, "PUT", `${path}/${view.id}`, {
      ...spring,
      query: turned,
    });
    expect([status, fields]).toEqual([400, ["query.compareTo"]]);
  });

  it("are listed by name, changed and taken away", async () => {
    const merchant = await makeMerchant();
    const { id } = await save(merchant, spring);
    await save(merchant, { ...spring, name: "autumn" });
    const changed = await call(merchant, "PUT", `${path}/${id}`, {
      name: "A year",
      report: "codes",
      query: { range: "this-year" },
    });
    expect(changed.data).toMatchObject({ id, name: "A year", report: "codes" });
    expect((await listOf(merchant)).map(({ name }) => name)).toEqual(["A year", "autumn"]);
    expect((await call(merchant, "DELETE", `${path}/${id}`)).data).toEqual({ removed: true });
    expect((await call(merchant, "DELETE", `${path}/${id}`)).status).toBe(404);
    expect((await listOf(merchant)).map(({ name }) => name)).toEqual(["autumn"]);
  });

  it("have a name of their own, whatever the size of its letters", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    await save(merchant, spring);
    const taken = await call(merchant, "POST", path, { ...spring, name: " SPRING " });
    expect([taken.status, taken.fields]).toEqual([409, ["name"]]);
    const second = await save(merchant, { ...spring, name: "Summer" });
    const renamed = await call(merchant, "PUT", `${path}/${second.id}`, spring);
    expect([renamed.status, renamed.fields]).toEqual([409, ["name"]]);
    await save(other, spring);
  });

  it("are fifty at most, however many are saved at once", async () => {
    const merchant = await makeMerchant();
    const answers = await Promise.all(
      Array.from({ length: 54 }, (_, number) =>
        call(merchant, "POST", path, { ...spring, name: `View ${number}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(50).fill(201), ...Array<number>(4).fill(409)]);
    expect(await listOf(merchant)).toHaveLength(50);
    const full = await call(merchant, "POST", path, spring);
    expect([full.fields, full.text.includes("at most 50")]).toEqual([["name"], true]);
  });

  it.each([
    [{ ...spring, name: "x".repeat(61) }, "name"],
    [{ ...spring, report: "profits" }, "report"],
    [{ ...spring, report: "codes" }, "query.sort"],
    [{ ...spring, report: "programs", query: { columns: "visitors" } }, "query.columns"],
    [{ ...spring, query: { page: "2" } }, "query.page"],
    [{ ...spring, query: { range: "last-7", from: "2026-03-01" } }, "query.range"],
    [{ ...spring, query: { from: "2026-03-02", to: "2026-03-01" } }, "query.to"],
    [{ ...spring, query: { from: "1999-01-01", to: "2026-03-01" } }, "query.from"],
    [{ ...spring, shop: "shp_0" }, "shop"],
  ])("refuse %j at its field", async (body, field) => {
    const merchant = await makeMerchant();
    const { status, fields } = await call(merchant, "POST", path, body);
    expect([status, fields]).toEqual([400, [field]]);
    expect(await listOf(merchant)).toEqual([]);
  });

  it("are nobody else's, and nobody's who may only read", async () => {
    const [merchant, other, reader] = [
      await makeMerchant(),
      await makeMerchant(),
      await makeMerchant("read"),
    ];
    const { id } = await save(merchant, spring);
    expect(await listOf(other)).toEqual([]);
    expect((await call(other, "PUT", `${path}/${id}`, spring)).status).toBe(404);
    expect((await call(other, "DELETE", `${path}/${id}`)).status).toBe(404);
    expect((await call(reader, "POST", path, spring)).status).toBe(403);
    expect(await listOf(merchant)).toHaveLength(1);
  });
});

const post = ({ token }: Asker, fields: Record<string, string>) =>
  requestRoute(formRequest(token, "/dashboard/reports", Object.entries(fields)));

describe("the forms of saved reports", () => {
  it("save what is shown, rename it, save something else under it, and take it away", async () => {
    const merchant = await makeMerchant();
    const shown = "report=links&range=last-7&page=3&limit=50&view=gone&country=";
    expect((await post(merchant, { intent: "save-view", name: "Mine", shown })).status).toBe(200);
    const [mine] = await listOf(merchant);
    const view = mine?.id ?? "";
    expect([mine?.report, mine?.query]).toEqual([
      "links",
      { range: "last-7", country: "", sort: "revenue", order: "desc" },
    ]);
    await post(merchant, { intent: "rename-view", view, name: "Ours" });
    await post(merchant, { intent: "update-view", view, shown: "from=2026-03-01&to=2026-03-09" });
    const request = pageRequest(merchant.token, `/dashboard/reports?view=${view}`);
    const { views } = await page({ request, params: {}, context: {} });
    expect(views).toMatchObject([
      { id: view, name: "Ours", report: "affiliates", query: { from: "2026-03-01" } },
    ]);
    expect((await post(merchant, { intent: "delete-view", view })).status).toBe(200);
    expect(await listOf(merchant)).toEqual([]);
  });

  it("refuse an address that cannot be shown, and what is not there", async () => {
    const merchant = await makeMerchant();
    const view = await makeReportViewRow(merchant);
    for (const shown of ["sort=profit", "report=none", "from=yesterday", "x=%00&channel=%00"]) {
      const saved = await post(merchant, { intent: "save-view", name: "Mine", shown });
      const updated = await post(merchant, { intent: "update-view", view, shown });
      expect([shown, saved.status, updated.status]).toEqual([shown, 400, 400]);
    }
    expect((await post(merchant, { intent: "delete-view", view: "rvw_0" })).status).toBe(404);
    expect((await listOf(merchant)).map(({ name, query }) => [name, query])).toEqual([["Spring", {}]]);
  });
});
