import type { JoinAnswer, JoinPageWire } from "#app/contracts/join.ts";
import { useText } from "../texts/use-text.ts";
import { earnLine } from "./earn-line.ts";
import { JoinBox } from "./join-box.tsx";
import { JoinForm } from "./join-form.tsx";

type Props = JoinPageWire & { answer: JoinAnswer | null };

/** A program's terms in words and the form to apply; plain HTML, so that it is fast and works without scripts. */
export function JoinPage({ brand, program, commission, terms, form, answer }: Props) {
  const t = useText("join");
  if (answer?.ok) {
    return (
      <JoinBox brand={brand} title={t("sent.title")}>
        <p>
          <output>{t("sent.text")}</output>
        </p>
        <p className="join-quiet">{t("sent.help")}</p>
      </JoinBox>
    );
  }
  return (
    <JoinBox brand={brand} title={t("page.title", { shop: brand.name })}>
      <p className="join-lead">{earnLine(commission, t)}</p>
      {program.description !== "" && <p className="join-lines">{program.description}</p>}
      <section>
        <h2>{t("how.title")}</h2>
        <ol>
          <li>{t("how.share")}</li>
          <li>{t("how.sale")}</li>
          <li>{t("how.paid")}</li>
        </ol>
      </section>
      <section id="terms">
        <h2>{t("terms.title")}</h2>
        <ul>
          {terms.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section>{form ? <JoinForm form={form} answer={answer} /> : <p>{t("page.closed")}</p>}</section>
    </JoinBox>
  );
}
