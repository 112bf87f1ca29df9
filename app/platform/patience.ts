/** The wait was too long. */
class Impatience extends Error {
  override name = "Impatience";
}

/** Result of `work`, or a rejection after so many milliseconds. The work itself goes on. */
export async function within<Answer>(work: Promise<Answer>, ms: number): Promise<Answer> {
  if (!Number.isFinite(ms)) return await work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Impatience(`No answer within ${Math.round(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
