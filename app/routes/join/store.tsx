import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findJoinShop, readOpenPrograms } from "#app/flows/affiliates/read-join-page.ts";
import { joinBrandOf } from "#app/http/join-page.ts";
import { StorePage } from "#app/ui/join/store-page.tsx";
import { robotsOf } from "#app/ui/join/robots.ts";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: shown, matches }) => [
  ...titleIn(matches, "join", (t) => t("store.title", { shop: shown?.brand.name ?? "" })),
  robotsOf(shown?.isIndexable ?? false),
];

/** The open programs of a store. A single one is shown at once. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const shop = await findJoinShop(params["shop"] ?? "");
  if (!shop) throw data(null, { status: 404 });
  const programs = await readOpenPrograms(shop);
  const [only, ...others] = programs;
  const { pathname, search } = new URL(request.url);
  if (only && others.length === 0) throw redirect(`${pathname.replace(/\/$/, "")}/${only.slug}${search}`);
  return {
    brand: joinBrandOf(shop),
    programs: programs.map(({ name, description, slug }) => ({ name, description, slug })),
    isIndexable: programs.some((program) => program.isIndexable),
  };
}

export default function JoinStore() {
  return <StorePage {...useLoaderData<typeof loader>()} />;
}
