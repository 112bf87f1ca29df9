import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { confirmApplication } from "#app/flows/affiliates/confirm-application.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { outboxEvents } from "#app/store/schema/emails.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { apiRequest } from "../../support/merchant.ts";
import { applied, appliedAt, makeOpenProgram, type OpenProgram } from "../../support/open-program.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

const after = (minutes: number) => new Date(appliedAt.getTime() + minutes * 60_000);

type Listed = {
  readonly events: readonly { readonly id: string; readonly type: string; readonly data: object }[];
  readonly nextCursor: string | null;
};

async function ask({ token }: OpenProgram, path: string, method = "GET") {
  return withData(await requestRoute(apiRequest(token, `/api/v1${path}`, { method })));
}

const list = async (program: OpenProgram, query: string) =>
  (await ask(program, `/events?${query}`)).data as Listed;
const typesOf = ({ events }: Listed) => events.map((one) => one.type);

/** An application, its confirmation, and a minute later a change of an affiliate's email. */
async function makeEvents() {
  const program = await makeOpenProgram();
  await confirmApplication(await applied(program, {}, after(0)), after(1));
  const { affiliateId } = await addAffiliate(program);
  const changed = {
    name: "affiliate.email_changed",
    subjectId: affiliateId,
    affiliateId,
    payload: { affiliateId },
  } as const;
  await inTransaction((tx) => recordEvents(tx, program.shopId, [changed], after(2)));
  return { program, affiliateId };
}

it("lists events page by page, newest first", async () => {
  const { program } = await makeEvents();
  const first = await list(program, "limit=2");
  expect(typesOf(first)).toEqual(["affiliate.email_changed", "application.received"]);
  const second = await list(program, `limit=2&cursor=${first.nextCursor}`);
  expect(typesOf(second)).toEqual(["application.submitted"]);
  expect(second.nextCursor).toBeNull();
});

it("lists events of a type, about an affiliate, and of some time", async () => {
  const { program, affiliateId } = await makeEvents();
  expect(typesOf(await list(program, "type=application.received"))).toEqual(["application.received"]);
  expect(typesOf(await list(program, `affiliate=${affiliateId}`))).toEqual(["affiliate.email_changed"]);
  const [since, until] = [after(1), after(2)].map((at) => encodeURIComponent(at.toISOString()));
  expect(typesOf(await list(program, `since=${since}&until=${until}`))).toEqual(["application.received"]);
});

it("reads one event, without the applicant's name, address, or link", async () => {
  const { program } = await makeEvents();
  const [event] = (await list(program, "type=application.submitted")).events;
  const { status, data } = await ask(program, `/events/${event?.id}`);
  expect(status).toBe(200);
  expect(data).toEqual({
    id: event?.id,
    type: "application.submitted",
    createdAt: after(0).toISOString(),
    affiliateId: null,
    data: {
      applicationId: expect.stringMatching(/^apl_/),
      programId: program.programId,
      programName: expect.any(String),
    },
  });
  const stored = JSON.stringify(
    await db().select().from(outboxEvents).where(eq(outboxEvents.shopId, program.shopId)),
  );
  expect(stored).not.toContain("token=");
  expect(stored).not.toContain("@");
});

it("shows a shop its own events alone", async () => {
  const { program } = await makeEvents();
  const other = await makeOpenProgram();
  const [event] = (await list(program, "limit=1")).events;
  expect((await list(other, "limit=10")).events).toEqual([]);
  expect((await ask(other, `/events/${event?.id}`)).status).toBe(404);
});

it("refuses an unknown type, a time that is none, and other methods", async () => {
  const program = await makeOpenProgram();
  expect((await ask(program, "/events?type=nothing")).status).toBe(400);
  expect((await ask(program, "/events?since=yesterday")).status).toBe(400);
  expect((await ask(program, "/events/evt_0")).status).toBe(404);
  expect((await ask(program, "/events", "POST")).status).toBe(405);
});
