import type { LucideIcon } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { GoLink } from "../../components/go-link";
import { Input } from "../../ui/form/input";
import { useMenu } from "../frame/use-menu";
import type { Finder } from "../palette/command-palette";
import { type CommandGroup, type Matched, matching } from "../palette/palette-matching";
import type { Viewer } from "../session";

/** Pages that are offered: more than these are a list again. */
const MAX_PAGES = 5;

/** Looks for pages and help articles where an address led nowhere; what the address says of a page is looked for first. */
export function PageSearch(props: { viewer: Viewer; finder: Finder; pathname: string }) {
  const { viewer, finder: Find, pathname } = props;
  const [text, setText] = useState(() => wordsOf(pathname));
  const id = useId();
  const all = usePages(viewer);
  const words = text.split(/\s+/).filter(Boolean);
  // Word by word: whoever looks for a page they cannot find does not know the order of its name.
  const fitting = words.reduce<typeof all>((left, word) => matching(left, word), all);
  const pages = words.length === 0 ? [] : fitting.flatMap(({ commands }) => commands);
  return (
    <section aria-label="Search" className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          Search pages and help articles
        </label>
        <Input
          id={id}
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {/* Kept free, so that what stands above stays where it is while results come. */}
      <div className="flex min-h-56 flex-col gap-3">
        <Hits heading="Pages" hits={pages.slice(0, MAX_PAGES)} />
        <Suspense fallback={null}>
          <Find text={text}>
            {({ groups, isLooking, hasFailed }) => {
              const articles = groups.filter(({ heading }) => heading === "Help articles");
              const isNothing = pages.length === 0 && articles.length === 0 && words.length > 0;
              return (
                <>
                  {articles.map(({ heading, findings }) => (
                    <Hits key={heading} heading={heading} hits={findings} />
                  ))}
                  <p role="status" className="text-sm text-muted empty:hidden">
                    {!isNothing && !hasFailed
                      ? ""
                      : isLooking
                        ? "Searching…"
                        : hasFailed
                          ? "Help articles could not be searched."
                          : "Nothing found. Try another word."}
                  </p>
                </>
              );
            }}
          </Find>
        </Suspense>
      </div>
    </section>
  );
}

interface Hit {
  readonly label: string;
  readonly detail?: string | null | undefined;
  readonly icon: LucideIcon;
  readonly to: string;
}

function Hits({ heading, hits }: { heading: string; hits: readonly Hit[] }): ReactNode {
  if (hits.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-sm text-muted">{heading}</h2>
      <ul className="flex flex-col">
        {hits.map(({ label, detail, icon: Icon, to }) => (
          <li key={to} className="flex min-w-0 items-start gap-2 py-1 pointer-coarse:py-2.5">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            <p className="min-w-0 wrap-anywhere">
              <GoLink to={to} className="rounded-sm font-medium text-accent-text underline">
                {label}
              </GoLink>
              {detail ? <span className="block truncate text-sm text-muted">{detail}</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The pages of the menu that are open to this person, as what is matched. */
function usePages(viewer: Viewer): CommandGroup<Hit & Matched>[] {
  return useMenu(viewer).map(({ label: heading, entries }) => ({
    heading,
    commands: entries.map(({ label, to, icon, does }) => ({ label, to, icon, detail: does, words: [heading] })),
  }));
}

/** What the last part of an address says; keys and ids say nothing. */
function wordsOf(pathname: string): string {
  const last = pathname.split("/").findLast((part) => part !== "") ?? "";
  return /^[a-z][a-z-]{2,39}$/i.test(last) ? last.replaceAll("-", " ") : "";
}
