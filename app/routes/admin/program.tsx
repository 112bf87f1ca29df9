import { merchantTexts } from "#app/i18n/texts.ts";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { joiningWire } from "#app/contracts/joining.ts";
import { programForm, type ProgramForm, programWire } from "#app/contracts/program.ts";
import { termsPlanWire, termsVersionWire } from "#app/contracts/terms-change.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { deleteProgram } from "#app/flows/programs/delete-program.ts";
import { readJoining } from "#app/flows/programs/joining.ts";
import { readProgram, readProgramPast } from "#app/flows/programs/read-programs.ts";
import { planUpdate, updateProgram, withdrawTerms } from "#app/flows/programs/update-program.ts";
import { draftTermsAsked } from "#app/http/backtests.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { joiningView } from "#app/http/joining.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { otherTermsFaults, programInputOf } from "#app/http/program-input.ts";
import { requireShop, type ShopContext } from "#app/http/require-shop.server.ts";
import { answered, refusalPage } from "#app/http/respond.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { useShownOnce } from "#app/ui/shared/use-shown-once.ts";
import { programHistoryText, ProgramPage } from "#app/ui/admin/programs/program-page.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => titleBelow("programs", data?.program.name);

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId, now } = context;
  const program = await readProgram(shop, params["id"] ?? "");
  if (isRefusal(program)) throw refusalPage(program);
  const [{ versions, history }, joining, draft] = await Promise.all([
    readProgramPast(shopId, program.id, now),
    readJoining(shopId, program.id).then(answered),
    draftTermsAsked(request, context),
  ]);
  return {
    program: encode(programWire, program),
    draft,
    joining: encode(joiningWire, joiningView(shop, joining.joining)),
    canEmail: hasEmailServer(),
    versions: versions.map((one) => encode(termsVersionWire, one)),
    history: history.map((event) => ({
      id: event.auditId,
      text: programHistoryText(event.action, event.details),
      actor: event.actorName,
      at: event.at.toISOString(),
    })),
    currency: shop.currency,
    timeZone: shop.timeZone,
  };
}

/** Saves the program, moves it to another status, or deletes it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = params["id"] ?? "";
  return await formAction(
    request,
    programForm,
    async ({ context, fields, given }) => {
      if (fields.intent === "delete") {
        const deleted = await orFailed(merchantTexts("failures")("spec.deleteProgram"), () =>
          deleteProgram(context, id, fields.reason),
        );
        return isRefusal(deleted) ? deleted : redirect("/dashboard/programs?deleted=1");
      }
      if (fields.intent === "withdraw") {
        const withdrawn = await orFailed(merchantTexts("failures")("terms.withdraw"), () =>
          withdrawTerms(context, id, fields),
        );
        return isRefusal(withdrawn) ? withdrawn : await answerOf(id, { context, intent: fields.intent });
      }
      return await orFailed(merchantTexts("failures")("spec.updateProgram"), () =>
        changeProgram(id, { context, fields, given }),
      );
    },
    { alsoWrong: otherTermsFaults },
  );
}

type ProgramInput = FormInput<Exclude<ProgramForm, { intent: "delete" | "withdraw" }>> & {
  readonly given: Readonly<Record<string, string | string[]>>;
};

async function changeProgram(id: string, { context, fields, given }: ProgramInput) {
  const { shop } = context;
  const { intent, revision } = fields;
  const asked =
    intent === "status"
      ? { status: fields.status, reason: fields.reason }
      : programInputOf(fields, shop.currency);
  if (isRefusal(asked)) return asked;
  if ("terms" in asked && intent === "save" && !fields.confirmed) {
    const plan = await planUpdate(shop, id, asked, context.now);
    if (plan && !isRefusal(plan)) {
      return { ok: false as const, message: "", errors: [], given, plan: encode(termsPlanWire, plan) };
    }
  }
  const changed = await updateProgram(context, id, { ...asked, revision });
  if (isRefusal(changed)) return changed;
  return await answerOf(id, { context, intent, changed: changed.changed });
}

type ProgramOutcome = {
  readonly context: ShopContext;
  readonly intent: "save" | "status" | "withdraw";
  readonly changed?: readonly string[];
};

async function answerOf(id: string, { context, intent, changed = [] }: ProgramOutcome) {
  const { shop, shopId } = context;
  const [program, joined] = await Promise.all([readProgram(shop, id), readJoining(shopId, id)]);
  if (isRefusal(program)) return program;
  if (isRefusal(joined)) return joined;
  const { revision, status, waiting } = program;
  const startsAt = changed.includes("terms") && waiting ? waiting.startsAt.toISOString() : null;
  const joining = encode(joiningWire, joiningView(shop, joined.joining));
  return { ok: true as const, intent, revision, status, startsAt, joining };
}

export default function Program() {
  const isNew = useShownOnce("created");
  return (
    <ProgramPage {...useLoaderData<typeof loader>()} answer={usePageAnswer<typeof action>()} isNew={isNew} />
  );
}

export function ErrorBoundary() {
  return (
    <FetchFault
      title={merchantText("programs")("page.title")}
      message={merchantText("programs")("page.failed")}
    />
  );
}
