import { runHistories } from "../histories/run.ts";

/**
 * A process of `npm run faults`: looks whether histories, roads through a database, or payments notice a fault. Ends with 9 when
 * they do and with 0 when they do not; every other end says that it could not look.
 */
const noticed = 9;

async function findDifference(kind: string | undefined): Promise<string | null> {
  if (kind === "histories") return runHistories(1, 2500).difference;
  if (kind === "payouts") return (await import("./unpaid.ts")).findUnpaid();
  const { breakable } = await import("../flows/histories/crashes.ts");
  const { walkRoad } = await import("../flows/histories/road.ts");
  breakable();
  for (let seed = 3; seed < 48; seed += 3) {
    const difference = await walkRoad(seed, new Map()).catch(String);
    if (difference !== null) return difference;
  }
  return null;
}

const difference = await findDifference(process.argv[2]);
if (difference !== null) console.log(difference.split("\n")[0]);
process.exit(difference === null ? 0 : noticed);
