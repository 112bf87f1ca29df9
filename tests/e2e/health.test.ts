import { expect, inject, test } from "vitest";
import { makeSessionToken } from "../../local-shopify/oauth/session-token.ts";
import { readAppConfig } from "../../local-shopify/app-config.ts";
import { firstState } from "../../local-shopify/shops.ts";
import { accessibilityFaults, overflow } from "./support/inspect.ts";
import { signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { useServers } from "./support/servers.ts";

const people = usePeople();
const servers = useServers("health");

test("Settings ▸ Health checks the running product, through the store and back", async () => {
  const merchant = await people.meet();
  await signIn(merchant, "health-store");
  const { page, problems } = merchant;
  await page.goto("/dashboard/settings");
  await page.getByRole("link", { name: "Health" }).first().click();
  await page.getByText("The email server answers.").waitFor();
  await page.getByText("Other checks").click();
  await page.getByText("Your store forwards /apps/affiliates to the app.").waitFor();
  await page.getByText("Your store's pages have the app embed.").waitFor();
  await page.getByText("Shopify accepts the client ID and secret.").waitFor();
  expect(await page.getByText("Failed", { exact: true }).count()).toBe(0);
  const faults: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
    await page.reload();
    await page.getByText("The email server answers.").waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const wider = await overflow(page);
      faults.push(...(await accessibilityFaults(page)), ...(wider ? [`${width}: ${wider}`] : []));
    }
  }
  expect(faults).toEqual([]);
  await page.getByRole("button", { name: /^Send a test email to/ }).click();
  await page.getByText("Test email sent").waitFor();
  expect(problems).toEqual([]);
});

test("with a wrong API secret the app says that it is not set up, and does not reload", async () => {
  const { env } = inject("place");
  const server = await servers.start("off", { SHOPIFY_API_SECRET: "not-the-secret-of-this-app" });
  const shop = firstState().shops["demo-store.myshopify.com"];
  const [staff] = shop?.staff ?? [];
  if (!shop || !staff) throw new Error("The platform has no demo store.");
  const credentials = { apiKey: env["SHOPIFY_API_KEY"] ?? "", apiSecret: env["SHOPIFY_API_SECRET"] ?? "" };
  const app = readAppConfig("shopify.app.toml", { ...credentials, appUrl: server.origin });
  const token = await makeSessionToken(app, { shop, staff }, new Date());
  const host = Buffer.from("admin.shopify.com/store/demo-store").toString("base64url");
  const query = new URLSearchParams({ embedded: "1", shop: shop.domain, host, id_token: token });

  const { page } = await people.meet({ baseURL: server.origin });
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.goto(`/dashboard?${query.toString()}`);
  await page.getByRole("heading", { name: "This app is not set up correctly" }).waitFor();
  // A bounce and the next one take less than a second.
  await page.waitForTimeout(3000);
  expect(documents).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await server.end()).toBe(0);
});
