import { askForPixel } from "#app/flows/storefront/ask-for-pixels.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const ask = apiRoute({
  need: "write",
  status: 202,
  run: async ({ context }) => {
    await askForPixel(context.shopId);
    return { asked: true };
  },
});

export function loader(): Response {
  return methodNotAllowed("POST");
}

export function action(args: Parameters<typeof ask>[0]) {
  return args.request.method === "POST" ? ask(args) : methodNotAllowed("POST");
}
