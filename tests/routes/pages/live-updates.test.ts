import type pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { readVersion } from "#app/flows/reports/read-version.ts";
import { countWatchers, endWatching } from "#app/flows/reports/watch-shops.ts";
import { systemActor } from "#app/domain/actor.ts";
import { db } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { endStreams } from "#app/http/event-stream.ts";
import { logOut } from "#app/flows/shops/log-in.ts";
import { uninstallShop } from "#app/flows/shops/uninstall-shop.ts";
import { callApi } from "../../support/call-api.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";

const path = "/api/v1/live";
const soon = { timeout: 20_000, interval: 20 };
const opened: AbortController[] = [];
/** By how much the fake clock goes on at once, and how what follows from it is waited for on the real one. */
const stepMs = 1000;
const minuteMs = 60_000;
const fiveMinutesMs = 5 * minuteMs;
const atOnce = { timeout: 20_000, interval: 5 };

/** Opens the stream as a screen does, and keeps what comes. */
async function open(token: string) {
  const closing = new AbortController();
  opened.push(closing);
  const request = new Request(apiRequest(token, path), { signal: closing.signal });
  const response = await answerApiRequest(request);
  const heard = { text: "", isOver: false };
  const reading = (async () => {
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      heard.text += decoder.decode(piece.value, { stream: true });
    }
    heard.isOver = true;
  })();
  const versions = () =>
    [...heard.text.matchAll(/^event: version\ndata: \{"version":"([\w-]{16})"\}\n\n/gm)].map(
      ([, one]) => one,
    );
  return { response, heard, versions, reading, close: () => closing.abort() };
}

afterEach(() => {
  vi.useRealTimers();
  for (const one of opened.splice(0)) one.abort();
  endWatching();
});

/** True if this process has no statement and no connection under way. */
function isNobodyAsking(): boolean {
  const { idleCount, totalCount, waitingCount } = (db() as unknown as { readonly $client: pg.Pool }).$client;
  return waitingCount === 0 && idleCount === totalCount;
}

/**
 * Lets the fake clock go on until it holds, by no more than so much. What the database answers comes by the real one,
 * and is waited for before the fake one goes on: its patience with a connection is on that one, too.
 */
async function until(holds: () => boolean, longestMs: number): Promise<void> {
  for (let gone = 0; gone < longestMs && !holds(); gone += stepMs) {
    await vi.advanceTimersByTimeAsync(stepMs);
    await expect.poll(isNobodyAsking, atOnce).toBe(true);
  }
  await expect.poll(holds, atOnce).toBe(true);
}

describe("GET /api/v1/live", () => {
  it("tells the version at once and after a sale, uncompressed and kept by nobody", async () => {
    const merchant = await makeMerchant("read");
    const { response, versions } = await open(merchant.token);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store, no-transform");
    expect(response.headers.get("Vary")).toBe("Authorization, Cookie");
    await vi.waitFor(() => expect(versions()).toHaveLength(1), soon);
    expect(versions()).toEqual([await readVersion(merchant.shopId)]);
    await deliver(merchant, "orders/create", orderBody({ ref: merchant.code, price: "10.00" }));
    await emptyInbox();
    const now = await readVersion(merchant.shopId);
    await vi.waitFor(() => expect(versions().at(-1)).toBe(now), soon);
  });

  it("is refused without a right, and nothing is watched", async () => {
    const { token } = await makeMerchant();
    const strangers = [new Request(`http://localhost:3000${path}`), apiRequest(`${token}x`, path)];
    for (const request of strangers) {
      expect((await answerApiRequest(request)).status).toBe(401);
    }
    expect((await callApi("", "POST /live")).status).toBe(405);
    expect(countWatchers()).toBe(0);
  });

  it("ends when the app is uninstalled, and cannot be opened again", async () => {
    const merchant = await makeMerchant();
    const { heard, versions } = await open(merchant.token);
    await vi.waitFor(() => expect(versions()).toHaveLength(1), soon);
    await uninstallShop(merchant.shopId, { triggeredAt: new Date(), now: new Date() });
    await vi.waitFor(() => expect(heard.isOver).toBe(true), soon);
    const again = await answerApiRequest(apiRequest(merchant.token, path));
    expect(again.status).toBe(401);
  });

  it("is let go when the browser goes away", async () => {
    const merchant = await makeMerchant();
    const { close, reading, versions } = await open(merchant.token);
    await vi.waitFor(() => expect(versions()).toHaveLength(1), soon);
    close();
    await reading;
    expect(countWatchers()).toBe(0);
  });

  it("keeps the newest version alone for a screen that does not read", async () => {
    const merchant = await makeMerchant();
    const slow = await answerApiRequest(apiRequest(merchant.token, path));
    const quick = await open(merchant.token);
    const changes = 6;
    for (let count = 1; count <= changes; count += 1) {
      await vi.waitFor(() => expect(quick.versions()).toHaveLength(count), soon);
      await recordAudit(db(), merchant.shopId, {
        subjectKind: "shop",
        subjectId: merchant.shopId,
        action: "looked-at",
        actor: systemActor,
        now: new Date(),
      });
    }
    await vi.waitFor(() => expect(quick.versions()).toHaveLength(changes + 1), soon);
    endWatching();
    const waited = await slow.text();
    expect(waited.match(/event: version/g)).toHaveLength(1);
    expect(waited).toContain(quick.versions().at(-1));
  });

  it("lets a screen go after five minutes that never reads", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "setTimeout", "clearTimeout", "clearInterval"] });
    const merchant = await makeMerchant();
    const { status } = await answerApiRequest(apiRequest(merchant.token, path));
    expect([status, countWatchers()]).toEqual([200, 1]);
    await until(() => countWatchers() === 0, fiveMinutesMs);
  });

  it("sends a heartbeat while the session is valid, ends when it is revoked, and after five minutes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "setTimeout", "clearTimeout", "clearInterval"] });
    const [ended, timed] = [await makeMerchant(), await makeMerchant()];
    const [first, second] = [await open(ended.token), await open(timed.token)];
    await until(() => first.heard.text.includes(": beat") && second.heard.text.includes(": beat"), minuteMs);
    await logOut(ended.token, new Date());
    await until(() => first.heard.isOver, minuteMs);
    expect(second.heard.isOver).toBe(false);
    await until(() => second.heard.isOver, fiveMinutesMs);
  });

  // The last one: this process has been told to end then.
  it("ends with the process, and is opened no more", async () => {
    const merchant = await makeMerchant();
    const { heard, versions } = await open(merchant.token);
    await vi.waitFor(() => expect(versions()).toHaveLength(1), soon);
    expect(process.listeners("SIGTERM")).toContain(endStreams);
    endStreams();
    await vi.waitFor(() => expect(heard.isOver).toBe(true), soon);
    expect((await answerApiRequest(apiRequest(merchant.token, path))).status).toBe(503);
    expect(countWatchers()).toBe(0);
  });
});
