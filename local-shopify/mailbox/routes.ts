import { Hono } from "hono";
import { html } from "hono/html";
import { formatMoment, renderPlain, type Html } from "../admin/layout.ts";
import type { LocalContext } from "../context.ts";
import type { Mail } from "../state.ts";

/** The mailbox: every letter the app sent, for people at `/mailbox` and for tests at `/mailbox.json`. */
export function mailboxRoutes(ctx: LocalContext): Hono {
  const routes = new Hono();
  routes.get("/mailbox.json", (c) => c.json({ mails: ctx.state.mails }));
  routes.get("/mailbox", (c) => c.html(listPage(ctx.state.mails)));
  routes.post("/mailbox/empty", (c) => {
    ctx.mutate((state) => {
      state.mails = [];
    });
    return c.redirect("/mailbox", 303);
  });
  routes.get("/mailbox/:id", (c) => {
    const mail = ctx.state.mails.find((entry) => String(entry.id) === c.req.param("id"));
    if (mail === undefined) {
      return c.html(renderPlain("No such mail", html`<a href="/mailbox">Mailbox</a>`), 404);
    }
    return c.html(mailPage(mail));
  });
  return routes;
}

function listPage(mails: Mail[]): Html {
  if (mails.length === 0) {
    return renderPlain("Mailbox", html`<p class="card">No mail yet. What the app sends appears here.</p>`);
  }
  return renderPlain(
    "Mailbox",
    html`<form method="post" action="/mailbox/empty" class="row"><button>Empty mailbox</button></form>
      <table>
        <thead>
          <tr>
            <th scope="col">Received</th>
            <th scope="col">To</th>
            <th scope="col">Subject</th>
          </tr>
        </thead>
        <tbody>
          ${mails.map(
            (mail) =>
              html`<tr>
                <td>${formatMoment(mail.at)}</td>
                <td>${mail.to.join(", ")}</td>
                <td><a href="/mailbox/${mail.id}">${mail.subject}</a></td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  );
}

function mailPage(mail: Mail): Html {
  return renderPlain(
    mail.subject,
    html`<p class="quiet">
        ${formatMoment(mail.at)} · from ${mail.from} · to ${mail.to.join(", ")} ·
        <a href="/mailbox">Mailbox</a>
      </p>
      <section class="card">
        <h2>Text</h2>
        <pre>${linkify(mail.text)}</pre>
      </section>
      ${
        mail.html === null
          ? ""
          : html`<section class="card">
              <h2>HTML</h2>
              <iframe
                title="The mail as HTML"
                sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
                srcdoc="${`<base target="_top">${mail.html}`}"
                style="width:100%;height:28rem;border:0"
              ></iframe>
            </section>`
      }`,
  );
}

/** The text with its http addresses as links; everything in it is escaped. */
function linkify(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
