import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { action as listAction, loader as listLoader } from "#app/routes/admin/imports.tsx";
import { loader as fileLoader } from "#app/routes/admin/export.ts";
import { action, loader } from "#app/routes/admin/import.tsx";
import { runImport } from "#app/flows/imports/run-import.ts";
import { db } from "#app/platform/db.server.ts";
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

/** A form of this size, which exists only while it is read. */
function hugeForm(merchant: Merchant, { size, isDeclared }: { size: number; isDeclared: boolean }): Request {
  const begin = Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="all.csv"\r\n\r\n');
  const part = Buffer.from(`${"x".repeat(99)}\n`.repeat(10_000));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(sent === 0 ? begin : part);
      sent += part.length;
      if (sent >= size) controller.close();
    },
  });
  const headers = {
    ...head(merchant),
    "Content-Type": "multipart/form-data; boundary=B",
    ...(isDeclared && { "Content-Length": String(size) }),
  };
  return new Request(base, { method: "POST", headers, body, duplex: "half" });
}

it("refuses a file of 500 MB at its field, and keeps nothing of it", async () => {
  const merchant = await makeMerchant();
  const request = hugeForm(merchant, { size: 500_000_000, isDeclared: true });
  const before = process.memoryUsage.rss();
  const answer = await listAction({ request, params: {}, context: {} });
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  expect(answer).toMatchObject({
    init: { status: 413 },
    data: { ok: false, errors: [{ field: "file", message: "Use a file of at most 200 MB." }] },
  });
  expect(await chunksOf(merchant)).toEqual([]);
});

it("refuses a form that breaks off within its file, and keeps nothing of it", async () => {
  const merchant = await makeMerchant();
  const request = hugeForm(merchant, { size: 5_000_000, isDeclared: false });
  const answer = await listAction({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown);
  expect(answer).toMatchObject({ status: 400 });
  expect(await chunksOf(merchant)).toEqual([]);
});

it("names the row and column of a file that is cut off", async () => {
  const merchant = await makeMerchant();
  const form = new FormData();
  form.set("file", new File(['Email,Name\nzoe@x.example,"Zo'], "people.csv"));
  const request = new Request(base, { method: "POST", headers: head(merchant), body: form });
  expect(await listAction({ request, params: {}, context: {} })).toMatchObject({
    init: { status: 400 },
    data: {
      message: "The text in row 2, column 2 doesn't end. The file may be incomplete. Export it again.",
      errors: [{ field: "file" }],
    },
  });
});

async function chunksOf({ shopId }: Merchant) {
  const { rows } = await db().execute(sql`select 1 from file_chunks where shop_id = ${shopId}`);
  return rows;
}

it("takes decisions, and writes the rows that are left as CSV", async () => {
  const merchant = await makeMerchant();
  const id = await uploaded(
    merchant,
    "Email,Name,Tags\nzoe@x.example,Zoe,A\nZOE@x.example,Zoe,B\n=1+1@x.example,Ada,\n",
  );
  await post(merchant, id, { intent: "check", choices: JSON.stringify({ kind: "affiliates" }) });
  const file = async (query: string) => {
    const url = `http://localhost/dashboard/export/import-rows.csv?id=${id}${query}`;
    const request = new Request(url, { headers: head(merchant) });
    const answer = await fileLoader({ request, params: { file: "import-rows.csv" }, context: {} });
    return (await answer.text()).replace("\uFEFF", "").split("\r\n");
  };
  expect(await file("&outcome=decide")).toEqual([
    '"Row","Affiliate","Amount","Currency","Result","Details"',
    '"3","ZOE@x.example","","","Same email as another row (row 2)",""',
    "",
  ]);
  // No spreadsheet runs a cell of another system.
  expect(await file("")).toContainEqual(expect.stringContaining(`"4","'=1+1@x.example"`));
  const decisions = JSON.stringify([{ key: "email_repeated:*", decision: { action: "merge" } }]);
  await post(merchant, id, { intent: "decide", decisions });
  const { upload } = await shown(merchant, id);
  expect(upload.undecided).toEqual({ count: 0, amounts: [] });
  expect(upload.waiting).toMatchObject([{ code: "email_repeated", count: 0, action: "merge" }]);
  expect((await file(""))[2]).toBe('"3","ZOE@x.example","","","Added to an affiliate (row 2)","Tags: B"');
  expect(await post(merchant, id, { intent: "decide", decisions: "[1]" })).toMatchObject({
    init: { status: 400 },
  });
});
