import { loader } from "../../app/routes/admin/export.ts";

type Args = Parameters<typeof loader>[0];

/** The loader of exported files, given the parameters that the router finds in their address. */
export async function exportLoader(args: Args): Promise<Response> {
  const [, , , ...parts] = new URL(args.request.url).pathname.split("/");
  const [file = "", id] = parts.toReversed();
  return await loader({ ...args, params: { file, ...(id !== undefined && { id }) } });
}
