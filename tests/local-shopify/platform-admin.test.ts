import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { apiKey, demoShop, install, readJson, shopOf, startPlatform } from "./platform-setup.ts";

/** Claims of a session token, without checking its signature. */
function claimsOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

function frameAddress(page: string): URL {
  const source = /<iframe[^>]*src="([^"]*)"/.exec(page)?.[1] ?? "";
  return new URL(source.replaceAll("&amp;", "&"));
}

test("the app's frame carries path, shop and a token of the staff member who is signed in", async () => {
  const platform = await startPlatform();
  install(platform);
  const [first, second] = shopOf(platform).staff;
  const url = `${platform.url}/store/demo-store/apps/${apiKey}/affiliates?page=2`;
  const frame = frameAddress(await (await fetch(url)).text());
  expect(`${frame.origin}${frame.pathname}`).toBe("http://localhost:9/affiliates");
  expect(Object.fromEntries(frame.searchParams)).toMatchObject({ page: "2", embedded: "1", shop: demoShop });
  expect(claimsOf(frame.searchParams.get("id_token") ?? "")).toMatchObject({
    sub: String(first?.id),
    aud: apiKey,
    dest: `https://${demoShop}`,
  });

  const switched = await fetch(`${platform.url}/store/demo-store/staff`, {
    method: "POST",
    body: new URLSearchParams({ staffId: String(second?.id), back: "/store/demo-store" }),
    redirect: "manual",
  });
  const cookie = switched.headers.get("set-cookie")?.split(";")[0] ?? "";
  const again = frameAddress(await (await fetch(url, { headers: { cookie } })).text());
  expect(claimsOf(again.searchParams.get("id_token") ?? "")).toMatchObject({ sub: String(second?.id) });
});

test("an app that is not installed has no frame and no tokens", async () => {
  const platform = await startPlatform();
  const page = await fetch(`${platform.url}/store/demo-store/apps/${apiKey}`, { redirect: "manual" });
  expect(page.headers.get("location")).toBe(`/store/demo-store/oauth/install?client_id=${apiKey}`);
  const token = `${platform.url}/store/demo-store/apps/${apiKey}/session-token`;
  expect((await fetch(token, { method: "POST" })).status).toBe(404);
});

test("uninstalling on the Apps page needs a confirmation", async () => {
  const platform = await startPlatform();
  install(platform);
  const url = `${platform.url}/store/demo-store/apps/${apiKey}/uninstall`;
  await fetch(url, { method: "POST", body: new URLSearchParams() });
  expect(shopOf(platform).installation).not.toBeNull();
  await fetch(url, { method: "POST", body: new URLSearchParams({ confirm: "yes" }) });
  expect(shopOf(platform).installation).toBeNull();
});

test("every page of the admin is there", async () => {
  const platform = await startPlatform();
  install(platform);
  const paths = [
    "",
    "/apps",
    "/settings",
    "/settings/webhooks",
    "/orders",
    "/products",
    "/customers",
    "/discounts",
  ];
  for (const path of paths) {
    const answer = await fetch(`${platform.url}/store/demo-store${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
  }
  expect((await fetch(`${platform.url}/store/no-such-store`)).status).toBe(404);
});

test("an email sent to the platform is in the mailbox, its html harmless", async () => {
  const platform = await startPlatform();
  const mailer = createTransport({ host: "127.0.0.1", port: platform.smtpPort, secure: false });
  await mailer.sendMail({
    from: "app@example.com",
    to: "ada@example.com",
    subject: "Grüße & <b>more</b>",
    text: "Follow https://example.com/join#ticket now.",
    html: '<p>Hello</p><script>alert(1)</script><a href="https://example.com/join">Join</a>',
  });
  const { mails } = platform.store.state;
  expect(await readJson(await fetch(`${platform.url}/mailbox.json`))).toEqual({ mails });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: ["ada@example.com"], subject: "Grüße & <b>more</b>" });
  expect(mails[0]?.text).toContain("https://example.com/join#ticket");

  const page = await (await fetch(`${platform.url}/mailbox/${mails[0]?.id}`)).text();
  expect(page).toContain('<a href="https://example.com/join#ticket">');
  expect(page).toContain("Grüße &amp; &lt;b&gt;more&lt;/b&gt;");
  expect(page).not.toContain("<script>alert(1)</script>");
  expect(page).toMatch(/sandbox="(?![^"]*allow-scripts)/);

  await fetch(`${platform.url}/mailbox/empty`, { method: "POST" });
  expect(platform.store.state.mails).toEqual([]);
});
