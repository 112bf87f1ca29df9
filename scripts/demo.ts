/** `npm run demo`: the app as it is in production, with the bundled PostgreSQL and the local platform. */
import { runStack } from "./launch/run-stack.ts";

await runStack("built");
