import { lists } from "#app/i18n/en/admin/lists.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ lists });

/** Texts of lists. They come with the components, because every page of the admin may have a list. */
export const listText = merchantText("lists");
