import { foldedQuote } from "../../../../convex/core/tickets/rules/quote";
import { FormattedText } from "../../../components/formatted/formatted-text";

/** What a mail says; what it quotes is folded. */
export function MailWords({ body }: { body: string }) {
  const { said, quoted } = foldedQuote(body);
  return (
    <>
      <FormattedText text={said} />
      {quoted ? (
        <details className="mt-1 max-w-prose text-sm">
          <summary className="w-fit cursor-pointer py-1 text-ink-soft">Quoted text</summary>
          <p dir="auto" className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere text-ink-soft">
            {quoted}
          </p>
        </details>
      ) : null}
    </>
  );
}
