import { plural } from "../../../convex/lib/pure/text";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { RelativeTime } from "../../ui/text/relative-time";
import { type ShownArticle, useFigures } from "./api";

/** How much an article helped and what was missing, for those who answer tickets. */
export function Figures({ id }: { id: ShownArticle["id"] }) {
  const figures = useFigures(id);
  if (figures === undefined) return null;
  const { helped, notHelped, reasons } = figures;
  const said = helped + notHelped;
  return (
    <Card aria-labelledby="article-figures">
      <CardHeader id="article-figures" title="Did it help?" />
      <CardBody className="flex flex-col gap-3">
        {said === 0 ? (
          <p className="text-muted">No answers yet.</p>
        ) : (
          <>
            <p>
              {helped} of {plural(said, "reader")} said that it helped.
            </p>
            <div aria-hidden className="flex h-2 overflow-hidden rounded-full bg-hover">
              <span className="bg-success" style={{ width: `${(100 * helped) / said}%` }} />
            </div>
          </>
        )}
        {reasons.length === 0 ? null : (
          <>
            <h3 className="text-sm font-medium">What was missing</h3>
            <ul className="flex flex-col divide-y divide-line">
              {reasons.map(({ text, version, at }) => (
                <li key={`${at} ${text}`} className="py-2 text-sm first:pt-0">
                  <p className="wrap-anywhere">{text}</p>
                  <p className="text-muted">
                    Version {version}, <RelativeTime at={at} />
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </CardBody>
    </Card>
  );
}
