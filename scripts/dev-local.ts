/** `npm run dev:local`: as the demo, but from the sources and following their changes. */
import { runStack } from "./launch/run-stack.ts";

await runStack("hot");
