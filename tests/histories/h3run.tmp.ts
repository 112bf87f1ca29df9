import { runHistories } from "/work/main/tests/histories/run.ts";
const { difference } = runHistories(1, 3000);
console.log(difference);
