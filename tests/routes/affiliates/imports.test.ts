import { expect, it } from "vitest";
import { action as listAction, loader as listLoader } from "#app/routes/admin/imports.tsx";
import { action, loader } from "#app/routes/admin/import.tsx";
import { runImport } from "#app/flows/imports/run-import.ts";
import { makeMerchant } from "../../support/merchant.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
const base = "http://localhost/dashboard/affiliates/import";
const head = ({ token }: Merchant) => ({ Authorization: `Bearer ${token}` });

async function uploaded(merchant: Merchant, text: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([text], "people.csv"));
  const request = new Request(base, { method: "POST", headers: head(merchant), body: form });
  const answer = (await listAction({ request, params: {}, context: {} })) as Response;
  expect(answer.status).toBe(302);
  return answer.headers.get("Location")?.split("/").at(-1) ?? "";
}

async function shown(merchant: Merchant, id: string, query = "") {
  const request = new Request(`${base}/${id}${query}`, { headers: head(merchant) });
  return await loader({ request, params: { id }, context: {} });
}

async function post(merchant: Merchant, id: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const request = new Request(`${base}/${id}`, { method: "POST", headers: head(merchant), body });
  return await action({ request, params: { id }, context: {} });
}

it("takes a file from the upload to the import, and lists it", async () => {
  const merchant = await makeMerchant();
  const id = await uploaded(merchant, "Email,Name,Status\nzoe@x.example,Zoe,on\nbad,Bob,on\n");
  const draft = (await shown(merchant, id)).upload;
  expect(draft.mapping?.questions).toEqual([{ setting: "words", code: "word_unknown", what: "on" }]);
  const words = JSON.stringify({
    kind: "affiliates",
    words: { on: "active" },
    programId: merchant.programId,
  });
  await post(merchant, id, { intent: "check", choices: words });
  const checked = (await shown(merchant, id, "?outcome=skip")).upload;
  expect(checked).toMatchObject({
    status: "checked",
    pagination: { total: 1 },
    list: [{ code: "email_invalid" }],
  });
  await post(merchant, id, { intent: "import" });
  await runImport({ shopId: merchant.shopId, importId: id }, () => new Date("2026-04-01T00:00:00Z"));
  const done = (await shown(merchant, id)).upload;
  expect(done).toMatchObject({ status: "done", mapping: null, list: [{ affiliate: { name: "Zoe" } }, {}] });
  const request = new Request(base, { headers: head(merchant) });
  expect((await listLoader({ request, params: {}, context: {} })).imports).toMatchObject([
    { id, status: "done" },
  ]);
});

it("refuses a mapping that is none, and changes nothing", async () => {
  const merchant = await makeMerchant();
  const id = await uploaded(merchant, "Email,Name\nzoe@x.example,Zoe\n");
  for (const choices of ["", "[", '{"system":"x"}', '{"columns":["money"]}']) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await post(merchant, id, { intent: "check", choices })).toMatchObject({ init: { status: 400 } });
  }
  expect((await shown(merchant, id)).upload.status).toBe("draft");
});
