import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import routes from "../../app/routes.ts";
import { withoutTable, withoutWrites } from "./support/database.ts";
import { dashboardIsThere, signIn } from "./support/install.ts";
import { usePeople, type Person } from "./support/people.ts";
import { pressMore } from "./support/selling.ts";
import { callAs } from "./support/shop-data.ts";

const people = usePeople();
let affiliateId = "";
let programId = "";

type Known = Awaited<ReturnType<Person["context"]["storageState"]>>;
let known: Known | undefined;

/** Somebody who is signed in already. */
async function merchant(): Promise<Person> {
  return await people.meet(known ? { storageState: known } : {});
}

beforeAll(async () => {
  const person = await people.meet();
  await signIn(person, "message-store");
  const terms = { commission: { type: "percentage", percent: "10" } };
  programId = (
    await callAs<{ id: string }>(person, "/programs", { name: "Messages", status: "active", terms })
  ).id;
  const invitation = { name: "Ola Berg", email: "ola@affiliate.example" };
  affiliateId = (await callAs<{ id: string }>(person, "/affiliates/invite", invitation)).id;
  known = await person.context.storageState();
  await person.context.close();
});

/** Each page of the admin that is one, not one of many. */
const adminPages = routes
  .filter(({ path, children }) => path === "dashboard" && children !== undefined)
  .flatMap(({ children = [] }) => children)
  .map(({ path }) => (path === undefined ? "/dashboard" : `/dashboard/${path}`))
  .filter((path) => !path.includes(":"));

/** Months and pages lead on to others without end: three of a kind tell enough. */
function isEnough(address: string, seen: ReadonlySet<string>): boolean {
  return [...seen].filter((other) => kindOf(other) === kindOf(address)).length >= 3;
}

function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  return [pathname, ...searchParams.keys()].join(" ");
}

function pathOf(page: Page): string {
  return new URL(page.url()).pathname;
}

async function bannerSays(page: Page, message: string): Promise<void> {
  const banner = page.getByRole("alert").filter({ hasText: message });
  await banner.getByText(message, { exact: true }).waitFor();
  await banner.getByText("Error", { exact: true }).waitFor();
}

describe("a page whose data cannot be fetched", () => {
  const pages: [message: string, table: string, path: () => string][] = [
    ["Failed to fetch affiliates", "affiliates", () => "/dashboard/affiliates"],
    ["Failed to fetch affiliate", "affiliates", () => `/dashboard/affiliates/${affiliateId}`],
    ["Failed to fetch programs", "programs", () => "/dashboard/programs"],
    ["Failed to fetch program", "programs", () => `/dashboard/programs/${programId}`],
  ];

  test.each(pages)("says: %s", async (message, table, path) => {
    const { page } = await merchant();
    // Otherwise the page learns that the data is back and loads it before the button is pressed.
    await page.route(/\/api\/v1\/(live|version)$/, (route) => route.abort());
    await withoutTable(table, async () => {
      await page.goto(path());
      await bannerSays(page, message);
    });
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.getByText(message, { exact: true }).waitFor({ state: "detached" });
    expect(await page.getByRole("heading", { level: 1 }).count()).toBeGreaterThan(0);
  });
});

describe("a change that fails", () => {
  test("Failed to invite affiliate: what was typed stays", async () => {
    const { page } = await merchant();
    await page.goto("/dashboard/affiliates/invite");
    await page.getByLabel("Name", { exact: false }).first().fill("Per Holm");
    await page.getByLabel("Email", { exact: false }).first().fill("per@affiliate.example");
    await withoutWrites("email_links", async () => {
      await page.getByRole("button", { name: "Send invitation" }).click();
      await bannerSays(page, "Failed to invite affiliate");
    });
    expect(await page.getByLabel("Email", { exact: false }).first().inputValue()).toBe(
      "per@affiliate.example",
    );
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("Invitation sent", { exact: true }).waitFor();
  });

  test("Failed to update affiliate status: the status stays", async () => {
    const { page } = await merchant();
    await page.goto(`/dashboard/affiliates/${affiliateId}`);
    await page.getByRole("button", { name: "Decline" }).click();
    await withoutWrites("affiliate_status_periods", async () => {
      await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
      await bannerSays(page, "Failed to update affiliate status");
    });
    await page.reload();
    await page.getByRole("heading", { name: "Ola Berg" }).waitFor();
    expect(await page.getByText("Invited", { exact: true }).count()).toBeGreaterThan(0);
  });

  test("Failed to create program", async () => {
    const { page } = await merchant();
    await page.goto("/dashboard/programs/new");
    await page.getByLabel("Program name").fill("Never born");
    await page.getByRole("textbox", { name: "Rate" }).fill("10");
    await withoutWrites("program_versions", async () => {
      await page.getByRole("button", { name: "Save", exact: true }).first().click();
      await bannerSays(page, "Failed to create program");
    });
    expect(await page.getByLabel("Program name").inputValue()).toBe("Never born");
  });

  test("Failed to update program, and failed to delete program", async () => {
    const { page } = await merchant();
    await page.goto(`/dashboard/programs/${programId}`);
    await page.getByLabel("Program name").fill("Messages and more");
    await withoutWrites("audit_events", async () => {
      await page.getByRole("button", { name: "Save", exact: true }).first().click();
      await expectFault(page, "Failed to update program");
    });
    await page.goto(`/dashboard/programs/${programId}`);
    await pressMore(page, "Delete");
    await withoutWrites("audit_events", async () => {
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expectFault(page, "Failed to delete program");
    });
    await page.goto("/dashboard/programs");
    await page.getByRole("link", { name: "Messages", exact: true }).waitFor();
  });
});

async function expectFault(page: Page, message: string): Promise<void> {
  await bannerSays(page, message);
  expect(await page.getByText(message, { exact: true }).count()).toBe(1);
}

describe("the ways that lead nowhere", () => {
  test.each(["/nowhere", "/dashboard/nowhere", "/dashboard/affiliates/a/b"])(
    "%s ends at the not-found page",
    async (wrong) => {
      const { page } = await merchant();
      const answer = await page.goto(wrong);
      expect(answer?.status()).toBe(404);
      expect(pathOf(page)).toBe("/not-found");
      await page.getByRole("heading", { name: "Oops! Page Not Found" }).waitFor();
      await page.getByText("The page you're looking for doesn't exist", { exact: true }).waitFor();
      await page
        .getByText("If you believe this is an error, please contact our support team.", { exact: true })
        .waitFor();
      await page.getByRole("link", { name: "Go to Dashboard" }).click();
      await dashboardIsThere(page);
    },
  );

  test("/portal/a/b ends at the not-found page of an affiliate", async () => {
    const { page } = await merchant();
    const answer = await page.goto("/portal/a/b");
    expect(answer?.status()).toBe(404);
    await page.getByRole("heading", { name: "Oops! Page Not Found" }).waitFor();
    await page.getByRole("link", { name: "Go to your affiliate page" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/portal"));
  });

  test("Go Back goes back one step", async () => {
    const { page } = await merchant();
    await page.goto("/dashboard/programs");
    await page.goto("/not-found");
    await page.getByRole("button", { name: "Go Back" }).click();
    await page.getByRole("heading", { name: "Affiliate Programs", level: 1 }).waitFor();
    expect(pathOf(page)).toBe("/dashboard/programs");
  });

  test("an affiliate that is not there is not found, inside the frame", async () => {
    const { page } = await merchant();
    const answer = await page.goto("/dashboard/affiliates/aff_nobody");
    expect(answer?.status()).toBe(404);
    await page.getByRole("heading", { name: "Oops! Page Not Found" }).waitFor();
    await page.getByRole("link", { name: "Programs" }).first().waitFor();
  });

  test("every link of the admin leads somewhere, and some link to each page", async () => {
    const { page, context } = await merchant();
    const seen = new Set<string>();
    const waiting = ["/dashboard"];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next) || isEnough(next, seen)) continue;
      seen.add(next);
      const answer = await context.request.get(next, {
        headers: { "User-Agent": await page.evaluate(() => navigator.userAgent) },
      });
      expect([next, answer.status()]).toEqual([next, 200]);
      const text = await answer.text();
      for (const [, href = ""] of text.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)) {
        waiting.push(href.replaceAll("&amp;", "&"));
      }
    }
    const paths = new Set([...seen].map((address) => address.split("?")[0]));
    expect(adminPages.filter((path) => !paths.has(path))).toEqual([]);
  });

  test("nobody who is not signed in sees a page of the admin", async () => {
    const { page } = await people.meet();
    for (const wanted of ["/dashboard", "/dashboard/affiliates", "/dashboard/settings", "/"]) {
      await page.goto(wanted);
      await page.getByRole("heading", { name: "Install Affiliate Platform" }).waitFor();
      expect(page.url()).toBe(`${inject("place").appUrl}/install`);
    }
  });
});
