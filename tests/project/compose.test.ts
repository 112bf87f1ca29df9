import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const compose = readFileSync("compose.yaml", "utf8");
const caddyfile = readFileSync("Caddyfile", "utf8");

/** The text of each service, by its name. */
const services = new Map(
  (/^services:\n(.*?)^\S/ms.exec(compose)?.[1] ?? "").split(/^(?= {2}[\w-]+:)/m).flatMap((text) => {
    const name = /^ {2}([\w-]+):/.exec(text)?.[1];
    return name ? [[name, text] as const] : [];
  }),
);

test("compose.yaml publishes the ports of the proxy alone", () => {
  expect([...services.keys()]).toEqual(["proxy", "database", "web", "worker"]);
  const publishing = [...services].filter(([, text]) => /^ {4}(?:ports|network_mode):/m.test(text));
  expect(publishing.map(([name]) => name)).toEqual(["proxy"]);
});

test("the app behind compose.yaml's proxy believes one proxy", () => {
  expect(services.get("web")).toContain('TRUSTED_PROXIES: "1"');
});

test("Caddy serves the app's address and leads to the port on which the app listens", () => {
  const port = /PORT: "(\d+)"/.exec(services.get("web") ?? "")?.[1];
  expect(caddyfile).toContain("{$SHOPIFY_APP_URL} {");
  expect(caddyfile).toContain(`reverse_proxy web:${port}`);
  expect(services.get("proxy")).toContain("SHOPIFY_APP_URL: ${SHOPIFY_APP_URL:?");
  const mounted = /- (\S+):\/etc\/caddy\/Caddyfile:ro/.exec(services.get("proxy") ?? "")?.[1];
  expect(existsSync(mounted ?? "")).toBe(true);
});
