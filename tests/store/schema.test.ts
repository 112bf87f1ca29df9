import { expect, test } from "vitest";
import { migrate } from "#app/platform/migrate.server.ts";
import { withClient, withEmptyDatabase } from "../support/empty-database.ts";
import { listSchema } from "../support/list-schema.ts";

/** After a wanted change of the schema: `npm test -- tests/store/schema.test.ts -u`. */
test("a migrated database has exactly the objects listed in schema.txt", async () => {
  await withEmptyDatabase(async (url) => {
    await migrate(url);
    await expect(await withClient(url, listSchema)).toMatchFileSnapshot("schema.txt");
  });
});
