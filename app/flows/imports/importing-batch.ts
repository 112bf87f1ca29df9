import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";
import type { Queue } from "#app/queue/queue.server.ts";
import type { FileImport } from "#app/store/file-imports.ts";

/** A locked import, with what its batches need. */
export type ImportingBatch = {
  readonly shop: OrderShop;
  readonly row: FileImport;
  readonly now: Date;
  readonly queue: Queue;
};

/** Tags and codes that an import added to an affiliate of the store. */
export type AddedParts = { readonly tags: readonly string[]; readonly codes: readonly string[] };
