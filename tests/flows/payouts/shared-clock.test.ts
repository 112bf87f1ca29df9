import { afterEach, expect, it, vi } from "vitest";
import { payoutClock, setPayoutClock, startPayouts } from "#app/jobs/payouts.ts";
import { aheadOfUsMs } from "#app/platform/db.server.ts";

const minuteMs = 60_000;

afterEach(async () => {
  vi.useRealTimers();
  await setPayoutClock();
});

it.each([-20, 20])(
  "payments go by the database's clock, where their worker's is %i minutes off",
  async (off) => {
    expect(Math.abs(await aheadOfUsMs())).toBeLessThan(minuteMs);
    const [real, uptime] = [Date.now(), performance.now()];
    const wrongBy = () => Math.abs(payoutClock.now().getTime() - real - (performance.now() - uptime));
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(real + off * minuteMs);
    expect(wrongBy()).toBeGreaterThan(19 * minuteMs);
    const stop = startPayouts();
    await vi.waitFor(() => expect(wrongBy()).toBeLessThan(minuteMs), { timeout: 30_000 });
    await stop();
  },
);
