import { beforeAll, describe, expect, it } from "vitest";
import { exportPaths } from "#app/http/list-exports.ts";
import { movedAddresses } from "#app/http/moved-addresses.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { pagePaths } from "./listed-shop.ts";

const given = "id%201";
const withIds = (path: string) => path.replaceAll(/:\w+/g, given);

let token: string;
beforeAll(async () => {
  ({ token } = await makeMerchant());
});

async function answerAt(path: string) {
  const { status, location } = await requestRoute(pageRequest(token, path));
  return { status, location };
}

describe.each([...movedAddresses])("%s", (former, current) => {
  it("redirects for good, with its ids", async () => {
    expect(await answerAt(withIds(former))).toEqual({ status: 301, location: withIds(current) });
  });

  it("keeps its query", async () => {
    const { location } = await answerAt(`${withIds(former)}?search=a%20b&page=2`);
    const joint = current.includes("?") ? "&" : "?";
    expect(location).toBe(`${withIds(current)}${joint}search=a+b&page=2`);
  });

  it("leads to an address of the app, which isn't moved itself", () => {
    const [path = ""] = current.split("?");
    expect([...pagePaths, ...exportPaths]).toContain(path);
    expect(movedAddresses.has(path)).toBe(false);
  });
});

it("tells nobody where pages are who isn't signed in", async () => {
  const [former = ""] = movedAddresses.keys();
  const { status, location } = await requestRoute(pageRequest("nobody", withIds(former)));
  expect([status, location]).toEqual([302, "/install"]);
});
