import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { plural } from "../../../../../convex/lib/pure/text";
import { PAGES } from "../../../../../convex/site/pages";
import { buttonClasses } from "../../../../ui/button-classes";
import { Card } from "../../../../ui/page/card";
import { PageHeader } from "../../../../ui/page/page-header";
import type { SentRequest } from "../api";

/** What the cart became. */
export function SentCart({ sent }: { sent: readonly SentRequest[] }) {
  useEffect(() => {
    document.querySelector<HTMLElement>("[data-page-heading]")?.focus();
  }, []);
  return (
    <div className="flex max-w-[42rem] flex-col gap-5">
      <PageHeader
        title={`${plural(sent.length, "request")} sent`}
        context="Each is now on its way. You will be notified when something is decided or needs you."
      />
      <Card>
        <ul aria-label="Sent requests">
          {sent.map(({ id, key, title }) => (
            <li key={id} className="flex items-start gap-2.5 border-b border-line px-4 py-2.5 last:border-b-0">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
              <Link to={PAGES.request.path} params={{ id: key }} className="min-w-0 text-ink hover:underline">
                <span className="mr-2 font-mono text-sm text-muted">{key}</span>
                <span className="wrap-anywhere">{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Link to={PAGES.requests.path} search={{ show: "open" }} className={buttonClasses()}>
          {PAGES.requests.title}
        </Link>
        <Link to={PAGES.newRequest.path} search={{}} className={buttonClasses({ variant: "outline" })}>
          New request
        </Link>
      </div>
    </div>
  );
}
