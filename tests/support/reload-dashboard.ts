/** The status of an answer that came whole; 0 where none came. */
export async function statusOf(url: string, cookie = ""): Promise<number> {
  try {
    const answer = await fetch(url, { headers: { Cookie: cookie } });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Clients that reload the dashboard without a pause until they are stopped. */
export function reloadDashboard(origin: string, cookie: string, clients: number) {
  const state = { isStopped: false };
  const statuses: number[] = [];
  async function run(): Promise<void> {
    while (!state.isStopped) statuses.push(await statusOf(`${origin}/dashboard`, cookie));
  }
  const running = Promise.all(Array.from({ length: clients }, run));
  return {
    /** All answers so far, in order. */
    statuses,
    stop: async () => {
      state.isStopped = true;
      await running;
    },
  };
}
