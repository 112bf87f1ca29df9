import type { Frame, Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { useBehindTls } from "./support/behind-tls.ts";
import { consent, goOn } from "./support/install.ts";
import { type Person, usePeople } from "./support/people.ts";

const people = usePeople();
const place = useBehindTls();

/** Someone whose browser accepts the proxy's certificate, and the app's addresses that it met. */
async function meet(): Promise<Person & { met: string[] }> {
  const person = await people.meet({ baseURL: place().appUrl, ignoreHTTPSErrors: true });
  const met: string[] = [];
  const appHosts = new Set([place().appUrl, place().innerUrl].map((url) => new URL(url).host));
  person.context.on("request", (request: Request) => {
    const { host, origin } = new URL(request.url());
    if (appHosts.has(host)) met.push(origin);
  });
  return { ...person, met };
}

function frameOf(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().startsWith(`${place().appUrl}/`));
  if (!frame) throw new Error("The app's frame is not there.");
  return frame;
}

const heading = (page: Page, name: string) =>
  page.frameLocator("#app-frame").getByRole("heading", { name, level: 1 });

async function installFromAdmin(page: Page): Promise<void> {
  await page.goto(`${place().platform.url}/store/${place().addShop()}/apps`);
  await page.getByRole("link", { name: "Install", exact: true }).click();
  await consent(page);
  // It takes a click once the app's scripts run: before that, the admin would load the frame anew for each page.
  const app = page.frameLocator("#app-frame");
  await app.getByRole("heading", { name: "Welcome to the Affiliate Platform" }).click();
}

/** Goes to a page by the admin's menu; its address is then without the query that the admin opens a frame with. */
async function openPrograms(page: Page): Promise<void> {
  await page.locator("#app-nav").getByRole("link", { name: "Programs" }).click();
  await heading(page, "Affiliate Programs").waitFor();
  await expect.poll(() => frameOf(page).url()).toBe(`${place().appUrl}/dashboard/programs`);
}

test("installs into the admin's frame and stays on https when the frame is loaded anew", async () => {
  const { page, met, problems } = await meet();
  await installFromAdmin(page);
  await openPrograms(page);
  const reloaded = page.waitForRequest((one) => one.url().includes("shopify-reload="));
  await frameOf(page).evaluate(() => window.location.reload());
  const back = new URL((await reloaded).url()).searchParams.get("shopify-reload") ?? "";
  expect(back).toMatch(`${place().appUrl}/dashboard/programs`);
  await heading(page, "Affiliate Programs").waitFor();
  expect(new URL(frameOf(page).url()).pathname).toBe("/dashboard/programs");
  expect([...new Set(met)]).toEqual([place().appUrl]);
  expect(problems).toEqual([]);
});

test("goes on in an open frame after a new build has replaced the scripts that it knows", async () => {
  const { page, context, met } = await meet();
  await installFromAdmin(page);
  await openPrograms(page);
  let isOld = true;
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    if (!isOld) return await route.continue();
    isOld = false;
    await route.fulfill({ status: 404, body: "Not found" });
  });
  const reloaded = page.waitForRequest((one) => one.url().includes("shopify-reload="));
  await page.locator("#app-nav").getByRole("link", { name: "Affiliates" }).click();
  const back = new URL((await reloaded).url()).searchParams.get("shopify-reload") ?? "";
  expect(back).toMatch(`${place().appUrl}/dashboard/`);
  await heading(page, "Affiliate Programs").waitFor();
  expect(isOld).toBe(false);
  await page.locator("#app-nav").getByRole("link", { name: "Affiliates" }).click();
  await heading(page, "Affiliates").waitFor();
  expect([...new Set(met)]).toEqual([place().appUrl]);
});

test("installs from the form and keeps its session in a cookie for https alone", async () => {
  const { page, context, met } = await meet();
  await page.goto("/install");
  await page.getByLabel("Shop Domain").fill(place().addShop());
  await page.getByRole("button", { name: "Install App" }).click();
  await consent(page);
  await page.getByRole("heading", { name: "Installation Successful" }).waitFor();
  await goOn(page);
  expect(new URL(page.url()).origin).toBe(place().appUrl);
  const session = (await context.cookies(place().appUrl)).find(({ name }) => name === "merchant_session");
  expect(session).toMatchObject({ secure: true, httpOnly: true });
  expect([...new Set(met)]).toEqual([place().appUrl]);
});
