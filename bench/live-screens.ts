import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** An open screen: which version it was told when. */
export type Screen = { readonly told: Map<string, number>; readonly close: () => void };

/** Rate limit of the API for one caller: a burst, and then by the second. */
const atOnce = 200;
const perSecond = 30;

/** Opens so many event streams of one shop, each on a connection of its own, as fast as the rate limit allows. */
export async function openScreens(origin: string, cookie: string, count: number): Promise<Screen[]> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const screens: Screen[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    if (opened > atOnce) await pause(1000 / perSecond);
    screens.push(await openScreen(`${origin}/api/v1/live`, cookie, agent));
  }
  return screens;
}

function openScreen(url: string, cookie: string, agent: Agent): Promise<Screen> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { Cookie: cookie, Accept: "text/event-stream" } });
    request.once("error", reject);
    request.once("response", (response: IncomingMessage) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream answered ${response.statusCode}.`));
      const told = new Map<string, number>();
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        const at = performance.now();
        for (const [, version = ""] of text.matchAll(/"version":"([\w-]+)"/g)) {
          if (!told.has(version)) told.set(version, at);
        }
      });
      // Closed by us at the end.
      response.on("error", () => {});
      resolve({ told, close: () => request.destroy() });
    });
  });
}
