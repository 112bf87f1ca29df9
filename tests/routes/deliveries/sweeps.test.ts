import { describe, expect, it } from "vitest";
import { sweepListWire } from "#app/contracts/sweep.ts";
import { loader as page, action as post } from "../../../app/routes/admin/deliveries.tsx";
import { action as start, loader as list } from "../../../app/routes/api/v1/sweeps.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";

const path = "/dashboard/settings/health/deliveries";
const call = (token: string, method = "GET") => ({
  request: apiRequest(token, "/api/v1/sweeps", { method, ...(method === "POST" && { body: {} }) }),
  params: {},
});

describe("looking for missed orders", () => {
  it("is asked for by the API, one at a time, and listed", async () => {
    const { token } = await makeMerchant();
    expect(await (await list(call(token))).json()).toEqual({ sweeps: [] });
    const begun = await start(call(token, "POST"));
    expect(begun.status).toBe(202);
    const { sweeps } = sweepListWire.parse(await begun.json());
    expect(sweeps).toMatchObject([{ cause: "asked", status: "running", looked: 0, found: [] }]);
    expect((await start(call(token, "POST"))).status).toBe(409);
    expect(sweepListWire.parse(await (await list(call(token))).json()).sweeps).toEqual(sweeps);
    expect((await start(call(token, "DELETE"))).status).toBe(405);
  });

  it("is not asked for by a key that may only read, and shows nobody else's", async () => {
    const { token } = await makeMerchant("read");
    expect((await start(call(token, "POST"))).status).toBe(403);
    expect(await (await list(call(token))).json()).toEqual({ sweeps: [] });
  });

  it("is asked for on the page, which says so when one runs", async () => {
    const { token } = await makeMerchant();
    const ask = () =>
      post({ request: formRequest(token, path, [["intent", "sweep"]]), params: {}, context: {} });
    expect(await ask()).toMatchObject({ ok: true });
    expect(await ask()).toMatchObject({ data: { ok: false } });
    const shown = await page({ request: pageRequest(token, path), params: {}, context: {} });
    expect(shown.sweeps).toMatchObject([{ cause: "asked", status: "running" }]);
  });
});
