// oxlint-disable-next-line import/no-unassigned-import -- it is a program
import "../ingest.ts";

// Without this it would outlive a bench that was killed, and hold its port.
process.once("disconnect", () => process.exit(0));
