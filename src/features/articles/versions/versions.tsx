import { useState } from "react";
import { Button } from "../../../ui/button";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type ArticleVersion, type ShownArticle, useVersions } from "../api";
import { CompareDialog } from "./compare-dialog";

/** Every version of an article: who wrote it and when, what it changed, and a way back. */
export function Versions({ article }: { article: ShownArticle }) {
  const versions = useVersions(article.id);
  const [compared, setCompared] = useState<ArticleVersion | null>(null);
  if (versions === undefined) return null;
  return (
    <Card aria-labelledby="article-versions">
      <CardHeader id="article-versions" title="Versions" />
      <CardBody>
        <ol className="flex flex-col divide-y divide-line">
          {versions.map((version) => (
            <li key={version.number} className="flex items-start gap-2 py-2 text-sm first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  Version {version.number}
                  {version.number === article.version ? (
                    <span className="font-normal text-muted">, current</span>
                  ) : null}
                </p>
                <p className="wrap-anywhere text-muted">
                  {version.by}, <RelativeTime at={version.at} />
                  {version.restores === null ? null : <>, restores version {version.restores}</>}
                </p>
              </div>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`${version.number === article.version ? "Changes of" : "Compare"} version ${version.number}`}
                onClick={() => setCompared(version)}
              >
                {version.number === article.version ? "Changes" : "Compare"}
              </Button>
            </li>
          ))}
        </ol>
      </CardBody>
      {compared ? <CompareDialog article={article} version={compared} onClose={() => setCompared(null)} /> : null}
    </Card>
  );
}
