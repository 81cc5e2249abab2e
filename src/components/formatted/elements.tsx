/**
 * Marks become elements, never markup: HTML is not known here, so it is text like any other. No address is loaded when
 * something is read, so a picture is a link to where it lies; one the page shows anyway is shown here, too. A link leads to a page of the portal, or outside and says
 * where; what leads anywhere else is words with their address.
 */

import { ExternalLink } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import Markdown, { type Components, type ExtraProps } from "react-markdown";
import { fileAt } from "../../../convex/lib/pure/marks";
import { cn } from "../../ui/cn";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { RowLink } from "../row-link";
import { onlyMarks, whyNotDraw, withLinks, wordsIn } from "./marks-to-elements";
import { OwnFile } from "./own-files";
import { placeOf } from "./pieces";

const ALLOWED = "p br strong em code pre ul ol li blockquote hr a h1 h2 h3 h4 h5 h6 table thead tbody tr th td".split(
  " ",
);

/** The heading all headings in a text are: the one below its place on the page. */
export type HeadingLevel = 2 | 3;

/** What somebody wrote, with its marks drawn. */
export function Elements({ text, level }: { text: string; level: HeadingLevel }) {
  const drawn = useMemo(() => draw(text, level), [text, level]);
  return (
    <div className="flex flex-col gap-2 wrap-anywhere text-ink [&>:not([role=region])]:max-w-prose [&_:is(ul,ol,blockquote)_:is(ul,ol,blockquote)_:is(ul,ol,blockquote)_:is(ul,ol,blockquote)_*]:pl-0">
      {drawn}
    </div>
  );
}

function draw(text: string, level: HeadingLevel): ReactNode {
  if (whyNotDraw(text) !== null) return <Lines>{text}</Lines>;
  return Markdown({
    children: text,
    allowedElements: ALLOWED,
    unwrapDisallowed: true,
    remarkPlugins: [onlyMarks],
    rehypePlugins: [withLinks],
    // `Words` judges where a link leads, so that what leads nowhere can be shown.
    urlTransform: (address) => address,
    components: COMPONENTS[level],
  });
}

/** Lines as they were written. */
function Lines({ children }: { children?: ReactNode }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap">
      {children}
    </p>
  );
}

function WordsLink({ href = "", node, children }: { href?: string | undefined; children?: ReactNode } & ExtraProps) {
  const file = fileAt(href);
  if (file !== null) return <OwnFile id={file}>{children}</OwnFile>;
  const place = placeOf(href);
  const words = wordsIn(node);
  if (place && "to" in place)
    return (
      <RowLink to={place.to} className="text-accent-text underline">
        {children}
      </RowLink>
    );
  if (!place)
    return (
      <>
        <bdi>{children}</bdi>
        {words === href ? null : <bdi dir="ltr"> ({href})</bdi>}
      </>
    );
  const said = placeOf(words.trim());
  const isSaid = said !== null && "href" in said && said.host === place.host;
  return (
    <>
      <a
        href={place.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="rounded-sm text-accent-text underline"
      >
        <bdi>{children}</bdi>
        <ExternalLink aria-hidden className="ml-0.5 inline size-3.5 align-text-top" />
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
      {isSaid ? null : (
        <bdi dir="ltr" className="text-muted">
          {" "}
          ({place.host})
        </bdi>
      )}
    </>
  );
}

/** A word is broken only where it is longer than a cell may be. */
const CELL = "max-w-64 sm:max-w-80 border border-line px-2 py-1 align-top whitespace-pre-wrap wrap-break-word";

/** A table as wide as its words need; where that is wider than the text, it scrolls by itself. */
function TableOfText({ children }: { children?: ReactNode }) {
  return (
    <div role="region" aria-label="Table" tabIndex={0} className="max-w-full overflow-x-auto p-px">
      <table className="w-max border-collapse text-sm">{children}</table>
    </div>
  );
}

const COMPONENTS: Readonly<Record<HeadingLevel, Components>> = { 2: componentsWith("h2"), 3: componentsWith("h3") };

function componentsWith(Heading: "h2" | "h3"): Components {
  const large = ({ children }: { children?: ReactNode }) => (
    <Heading dir="auto" className="mt-1 text-lg font-semibold first:mt-0">
      {children}
    </Heading>
  );
  const small = ({ children }: { children?: ReactNode }) => (
    <Heading dir="auto" className="mt-1 font-semibold first:mt-0">
      {children}
    </Heading>
  );
  return {
    p: ({ children }) => <Lines>{children}</Lines>,
    strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
    em: ({ children }) => <em>{children}</em>,
    // The line itself is kept by the paragraph around it.
    br: () => null,
    hr: () => <hr className="border-line" />,
    code: ({ children }) => (
      <code dir="ltr" className="rounded-sm bg-sunken px-1 font-mono text-sm [unicode-bidi:isolate]">
        {children}
      </code>
    ),
    pre: ({ children }) => (
      <pre className="rounded-md border border-line bg-sunken px-3 py-2 whitespace-pre-wrap [&_code]:bg-transparent [&_code]:px-0">
        {children}
      </pre>
    ),
    ul: ({ children }) => <ul className="flex list-disc flex-col gap-0.5 pl-6">{children}</ul>,
    ol: ({ start, children }) => (
      <ol start={start} className="flex list-decimal flex-col gap-0.5 pl-6">
        {children}
      </ol>
    ),
    li: ({ children }) => (
      <li dir="auto" className="whitespace-pre-wrap">
        {children}
      </li>
    ),
    blockquote: ({ children }) => (
      <blockquote className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-ink-soft">
        {children}
      </blockquote>
    ),
    table: ({ children }) => <TableOfText>{children}</TableOfText>,
    th: ({ style, children }) => (
      <th dir="auto" style={style} className={cn(CELL, "bg-sunken text-left font-semibold")}>
        {children}
      </th>
    ),
    td: ({ style, children }) => (
      <td dir="auto" style={style} className={CELL}>
        {children}
      </td>
    ),
    a: WordsLink,
    h1: large,
    h2: large,
    h3: small,
    h4: small,
    h5: small,
    h6: small,
  };
}
