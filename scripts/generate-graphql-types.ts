/** `npm run graphql:generate`: generates types of the Admin API's answers from the documents in app/. */
import { writeFileSync } from "node:fs";
import { readAdminSchema, readAppToml } from "./admin-schema.ts";
import { findDocuments } from "./graphql-documents.ts";
import { generateTypes, typesFile } from "./graphql-types.ts";

const data = readAdminSchema(readAppToml().webhooks.api_version);
writeFileSync(typesFile, await generateTypes(data, findDocuments().marked));
