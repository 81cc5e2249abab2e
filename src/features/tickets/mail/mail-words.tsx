import { foldedQuote } from "../../../../convex/core/tickets/rules/quote";
import { FormattedText } from "../../../components/formatted/formatted-text";
import { Disclosure } from "../../../ui/page/disclosure";

/** What a mail says; what it quotes is folded. */
export function MailWords({ body }: { body: string }) {
  const { said, quoted } = foldedQuote(body);
  return (
    <>
      <FormattedText text={said} />
      {quoted ? (
        <Disclosure className="mt-1 max-w-prose" title="Quoted text">
          <p dir="auto" className="border-l-2 border-line pl-3 text-sm whitespace-pre-wrap wrap-anywhere text-ink-soft">
            {quoted}
          </p>
        </Disclosure>
      ) : null}
    </>
  );
}
