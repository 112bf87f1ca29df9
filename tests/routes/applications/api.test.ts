import { expect, it } from "vitest";
import { confirmApplication } from "#app/flows/affiliates/confirm-application.ts";
import { db } from "#app/platform/db.server.ts";
import { countApplications } from "#app/store/applications.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { withData } from "../../support/answered.ts";
import { apiRequest, formRequest, pageRequest } from "../../support/merchant.ts";
import { addProgram } from "../../support/selling-shop.ts";
import { applied, appliedAt, makeOpenProgram, type OpenProgram } from "../../support/open-program.ts";

const after = (minutes: number) => new Date(appliedAt.getTime() + minutes * 60_000);

async function ask({ token }: OpenProgram, path: string, init: { method?: string; body?: unknown } = {}) {
  return withData(await requestRoute(apiRequest(token, `/api/v1${path}`, init)));
}

it("lists applications page by page, by status and program, with their answers", async () => {
  const program = await makeOpenProgram();
  const answers = [{ fieldId: "site", label: "Site", value: "https://blog.example" }];
  for (const [index, email] of ["a@p.example", "b@p.example", "c@p.example"].entries()) {
    const token = await applied(program, { email, answers, country: "ES" }, after(index));
    if (index > 0) await confirmApplication(token, after(index + 1));
  }
  const first = await ask(program, "/applications?limit=2");
  expect(first.data).toMatchObject({
    applications: [
      { email: "c@p.example", status: "new", answers, country: "ES", orders: 0 },
      { email: "b@p.example" },
    ],
    pagination: { total: 3 },
  });
  const { nextCursor } = first.data as { nextCursor: string };
  expect((await ask(program, `/applications?limit=2&cursor=${nextCursor}`)).data).toMatchObject({
    applications: [{ email: "a@p.example", status: "unconfirmed", orders: null }],
    nextCursor: null,
  });
  const query = `status=new&program=${program.programId}&search=B%40p`;
  expect((await ask(program, `/applications?${query}`)).data).toMatchObject({
    applications: [{ email: "b@p.example" }],
    pagination: { total: 1 },
  });
  expect(await countApplications(db(), program.shopId, { status: "new" })).toBe(2);
});

it("decides an application, once under one idempotency key, and keeps a note", async () => {
  const program = await makeOpenProgram();
  await confirmApplication(await applied(program), after(1));
  const { applications } = (await ask(program, "/applications")).data as { applications: { id: string }[] };
  const path = `/applications/${applications[0]?.id}`;
  const noted = await ask(program, path, { method: "PUT", body: { note: "Met at the fair" } });
  expect(noted.data).toMatchObject({ note: "Met at the fair", status: "new" });
  const decide = () => {
    const body = { decision: "approve", message: "Welcome" };
    const request = apiRequest(program.token, `/api/v1${path}/decision`, { method: "POST", body });
    request.headers.set("Idempotency-Key", "one");
    return requestRoute(request);
  };
  const [once, again] = [withData(await decide()), withData(await decide())];
  expect(once.status).toBe(200);
  expect(once.data).toMatchObject({ status: "approved", affiliateId: expect.stringMatching(/^aff_/) });
  expect(again.data).toEqual(once.data);
  const decline = { method: "POST", body: { decision: "decline" } };
  expect(await ask(program, `${path}/decision`, decline)).toMatchObject({ status: 422 });
  const other = await makeOpenProgram();
  expect(await ask(other, path)).toMatchObject({ status: 404 });
  expect(await ask(other, `${path}/decision`, decline)).toMatchObject({ status: 404 });
});

it("reads and replaces how people join a program, and refuses a rule about a question that isn't asked", async () => {
  const program = await makeOpenProgram();
  const path = `/programs/${program.programId}/joining`;
  const handle = program.domain.split(".")[0];
  expect((await ask(program, path)).data).toMatchObject({
    mode: "open",
    slug: "partners",
    joinUrl: `http://localhost:3000/join/${handle}/partners`,
    reapplyDays: 90,
    revision: 1,
  });
  const body = {
    mode: "open",
    slug: "",
    fields: [{ id: "site", kind: "link", label: "Your site", required: true }],
    rules: [{ name: "Agency", conditions: [{ kind: "email-domain", values: ["@Agency.example"] }] }],
    indexable: true,
    reapplyDays: 30,
    revision: 1,
  };
  const saved = await ask(program, path, { method: "PUT", body });
  expect(saved.data).toMatchObject({
    slug: "partners",
    rules: [{ conditions: [{ values: ["agency.example"] }] }],
    revision: 2,
  });
  expect(await ask(program, path, { method: "PUT", body })).toMatchObject({
    status: 409,
    fields: ["revision"],
  });
  const rule = { name: "Other", conditions: [{ kind: "answer", fieldId: "audience", values: ["1K"] }] };
  const wrong = await ask(program, path, { method: "PUT", body: { ...body, revision: 2, rules: [rule] } });
  expect(wrong).toMatchObject({ status: 400, fields: ["rules.0.conditions.0.fieldId"] });
});

it("saves joining with the program's form, and names the field that is wrong", async () => {
  const program = await makeOpenProgram();
  const path = `/dashboard/programs/${program.programId}`;
  const form: [string, string][] = [
    ["intent", "save"],
    ["name", "Partners"],
    ["commissionType", "percentage"],
    ["percent", "10"],
    ["windowDays", "30"],
    ["approvalDays", "30"],
  ];
  const joining = {
    mode: "open",
    slug: "creators",
    fields: [],
    rules: [],
    indexable: false,
    reapplyDays: 5,
    revision: 1,
  };
  const post = (text: string) => requestRoute(formRequest(program.token, path, [...form, ["joining", text]]));
  expect(await post(JSON.stringify({ ...joining, reapplyDays: "soon" }))).toMatchObject({
    status: 400,
    fields: ["joining.reapplyDays"],
  });
  expect(await post("{")).toMatchObject({ status: 400, fields: ["joining"] });
  expect(await post(JSON.stringify(joining))).toMatchObject({ status: 200 });
  const shown = withData(await requestRoute(pageRequest(program.token, path)));
  expect(shown.data).toMatchObject({ joining: { slug: "creators", reapplyDays: 5, revision: 2 } });
});

it("refuses an address that another program has", async () => {
  const program = await makeOpenProgram();
  const other = await addProgram(program.shopId, {}, "Other");
  const body = { mode: "open", slug: "partners", fields: [], rules: [], indexable: false, reapplyDays: 5 };
  const path = `/programs/${other}/joining`;
  expect(await ask(program, path, { method: "PUT", body })).toMatchObject({ status: 409, fields: ["slug"] });
  const named = await ask(program, path, { method: "PUT", body: { ...body, slug: "" } });
  expect(named.data).toMatchObject({ slug: "other" });
});
