import type { Report } from "../../embedded-database/report.ts";
import { startEmbeddedDatabase } from "../../embedded-database/start.ts";

// Stands for a launcher that a test kills: it only holds the database open.
const database = await startEmbeddedDatabase({ dataDir: process.argv[2] ?? "" });
const report: Report = { kind: "ready", url: database.url, port: database.port };
process.send?.(report);
