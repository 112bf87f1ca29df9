const delaysSeconds = [1, 5, 30, 120, 600, 1800, 3600] as const;

/** Seconds to wait after the `failures`-th failure, from 1. Null if a person has to look. */
export function retryDelaySeconds(failures: number): number | null {
  return delaysSeconds[failures - 1] ?? null;
}
