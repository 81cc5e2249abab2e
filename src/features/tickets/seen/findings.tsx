import { CircleCheck, Clock, TriangleAlert } from "lucide-react";
import { GoLink } from "../../../components/go-link";
import { withReadersTimes } from "../../../lib/dates";
import { VisuallyHidden } from "../../../ui/text/visually-hidden";
import type { Finding } from "../api";

const LOOKS = {
  problem: { Icon: TriangleAlert, classes: "text-warning", says: "Problem" },
  waiting: { Icon: Clock, classes: "text-info", says: "Waiting" },
  fine: { Icon: CircleCheck, classes: "text-success", says: "In order" },
} as const;

/** What the portal saw of what a ticket is about, each with where it is mended. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {findings.map(({ weight, text, link }) => {
        const { Icon, classes, says } = LOOKS[weight];
        return (
          <li key={text} className="flex items-start gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${classes}`} />
            <p className="min-w-0 wrap-anywhere text-ink">
              <VisuallyHidden>{says}: </VisuallyHidden>
              {withReadersTimes(text)}{" "}
              {link ? (
                <GoLink to={link.to} className="rounded-sm font-medium text-accent-text underline">
                  {link.label}
                </GoLink>
              ) : null}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
