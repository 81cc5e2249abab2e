import { Link } from "@tanstack/react-router";
import { PAGES } from "../../../convex/site/pages";
import { buttonClasses } from "../../ui/button-classes";
import { Card, CardHeader } from "../../ui/page/card";
import type { QuickActions } from "./api";
import { AskLink, CLOSED_WORDS, useMayAsk } from "./ask-link";

const STEPS = [
  {
    title: "You ask",
    text: "Pick what you need. The form shows who decides, and how long it usually takes, before you send it.",
  },
  {
    title: "Named people decide",
    text: "You see whose turn it is and until when, and you can answer their questions.",
  },
  {
    title: "The portal does it and shows you the proof",
    text: "What was changed is read back. You are notified before access ends.",
  },
] as const;

/** What somebody sees who has asked for nothing yet and holds nothing: where to begin, and how it goes. */
export function FirstSteps({ actions }: { actions: QuickActions["actions"] }) {
  const mayAsk = useMayAsk();
  return (
    <Card aria-labelledby="first-steps" className="@container">
      <CardHeader
        id="first-steps"
        title="Start here"
        description={
          mayAsk ? "You have not requested anything yet. Most people begin with one of these." : CLOSED_WORDS
        }
        actions={
          mayAsk ? (
            <Link to={PAGES.newRequest.path} className={buttonClasses()}>
              See everything
            </Link>
          ) : null
        }
      />
      <ul className="grid border-t border-line @lg:grid-cols-2">
        {actions.map(({ key, name, summary }) => (
          <li key={key} className="border-b border-line @lg:odd:border-r">
            <AskLink type={key} className="block h-full px-4 py-3" hover="hover:bg-hover">
              <span className="block font-medium text-ink">{name}</span>
              <span className="mt-0.5 block text-sm text-muted">{summary}</span>
            </AskLink>
          </li>
        ))}
      </ul>
      <ol className="grid gap-x-6 gap-y-3 px-4 py-4 @2xl:grid-cols-3" aria-label="How it goes">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-medium text-muted tabular-nums"
            >
              {index + 1}
            </span>
            <span>
              <span className="block text-sm font-medium text-ink">{title}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
