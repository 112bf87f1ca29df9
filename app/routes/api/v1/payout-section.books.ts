import { batchBooksToWire } from "#app/contracts/batch-books.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBatchBooks } from "#app/flows/payouts/read-batch-books.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const books = await readBatchBooks(context.shopId, params["id"] ?? "");
    return isRefusal(books) ? books : batchBooksToWire(books);
  },
});

export function action() {
  return methodNotAllowed("GET");
}
