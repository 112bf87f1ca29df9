import { afterAll, inject } from "vitest";
import { closeDatabase } from "#app/platform/db.server.ts";

const urls = inject("databaseUrls");
const worker = Number(process.env["VITEST_POOL_ID"] ?? 1);
process.env["DATABASE_URL"] = urls[(worker - 1) % urls.length];

afterAll(closeDatabase);
