import { describe, expect, it } from "vitest";
import { sweepListWire } from "#app/contracts/delivery.ts";
import { loader as page, action as post } from "../../../app/routes/admin/deliveries.tsx";
import { callApi } from "../../support/call-api.ts";
import { formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";

const path = "/dashboard/settings/health/deliveries";
const list = (token: string) => callApi(token, "GET /sweeps");
const start = (token: string) => callApi(token, "POST /sweeps", {});

describe("looking for missed orders", () => {
  it("is asked for by the API, one at a time, and listed", async () => {
    const { token } = await makeMerchant();
    expect((await list(token)).body).toEqual({ sweeps: [] });
    const begun = await start(token);
    expect(begun.status).toBe(202);
    const { sweeps } = sweepListWire.parse(begun.body);
    expect(sweeps).toMatchObject([{ cause: "asked", status: "running", looked: 0, found: [] }]);
    expect((await start(token)).status).toBe(409);
    expect(sweepListWire.parse((await list(token)).body).sweeps).toEqual(sweeps);
    expect((await callApi(token, "DELETE /sweeps")).status).toBe(405);
  });

  it("is not asked for by a key that may only read, and shows nobody else's", async () => {
    const { token } = await makeMerchant("read");
    expect((await start(token)).status).toBe(403);
    expect((await list(token)).body).toEqual({ sweeps: [] });
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
