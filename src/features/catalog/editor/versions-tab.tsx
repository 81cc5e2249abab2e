import { Select } from "../../../ui/form/select";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../../ui/list/table";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { Nothing } from "../../../ui/text/nothing";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type ListedVersion, useTemplate, useVersions } from "../api";
import { DiffView } from "../diff-view";
import type { TemplateSearch } from "../search";
import { STATUSES } from "../template-words";
import { VersionBadge } from "../version-badge";
import type { Editor } from "./use-editor";

/** Every version of the type, and what the shown one changes against another. */
export function VersionsTab({
  editor,
  against,
  onGo,
}: {
  editor: Editor;
  against: number | undefined;
  onGo: (where: TemplateSearch) => void;
}) {
  const {
    template: { key, draft },
  } = editor;
  const versions = useVersions(key);
  const published = draft.publishedVersion === draft.version ? undefined : (draft.publishedVersion ?? undefined);
  const other = against ?? published ?? versions?.find(({ version }) => version < draft.version)?.version;
  return (
    <div className="flex flex-col gap-4">
      <Card aria-labelledby="template-versions">
        <CardHeader
          id="template-versions"
          title="Versions"
          description="A request keeps the version it was made with, to its end."
        />
        {versions ? (
          <VersionTable versions={versions} shown={draft.version} onGo={onGo} />
        ) : (
          <SkeletonGroup label="Loading the versions" className="p-4">
            <Skeleton className="h-20" />
          </SkeletonGroup>
        )}
      </Card>
      {versions && versions.length > 1 ? (
        <Card aria-labelledby="template-diff">
          <CardHeader
            id="template-diff"
            title={`What version ${draft.version} changes`}
            actions={
              <Select
                aria-label="Compared with"
                className="w-64 max-w-full"
                options={versions
                  .filter(({ version }) => version !== draft.version)
                  .map(({ version, status }) => ({
                    value: String(version),
                    label: `against version ${version} (${STATUSES[status].toLowerCase()})`,
                  }))}
                value={other === undefined ? null : String(other)}
                onValueChange={(value) => onGo({ version: draft.version, tab: "versions", against: Number(value) })}
              />
            }
          />
          <CardBody>{other === undefined ? null : <Comparison editor={editor} other={other} />}</CardBody>
        </Card>
      ) : null}
    </div>
  );
}

function Comparison({ editor, other }: { editor: Editor; other: number }) {
  const before = useTemplate(editor.template.key, other);
  if (before === undefined) return <Skeleton className="h-24" />;
  if (before === null) return <p className="text-muted">There is no version {other}.</p>;
  return <DiffView before={before.definition} after={editor.definition} />;
}

/** Names a value where the row is a card and its column head is out of sight. */
function CardLabel({ children }: { children: string }) {
  return (
    <span aria-hidden className="text-muted @2xl/rows:hidden">
      {children}{" "}
    </span>
  );
}

function VersionTable({
  versions,
  shown,
  onGo,
}: {
  versions: readonly ListedVersion[];
  shown: number;
  onGo: (where: TemplateSearch) => void;
}) {
  return (
    <TableScroll label="Versions, scrollable" className="border-t border-line">
      <Table stacks>
        <TableHead>
          <HeadRow>
            <HeaderCell>Version</HeaderCell>
            <HeaderCell>Status</HeaderCell>
            <HeaderCell>What it changes</HeaderCell>
            <HeaderCell>Changed</HeaderCell>
            <HeaderCell>Published</HeaderCell>
          </HeadRow>
        </TableHead>
        <TableBody>
          {versions.map(({ version, status, note, updatedAt, updatedBy, publishedAt, publishedBy }) => (
            <TableRow
              key={version}
              selected={version === shown}
              className="@max-2xl/rows:grid-cols-[auto_1fr] @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-0.5"
            >
              <Cell className="whitespace-nowrap">
                <button
                  type="button"
                  aria-current={version === shown || undefined}
                  className="rounded-sm font-medium text-ink hover:text-accent-text hover:underline"
                  onClick={() => onGo({ version, tab: "versions" })}
                >
                  Version {version}
                </button>
              </Cell>
              <Cell>
                <VersionBadge status={status} />
              </Cell>
              <Cell className="min-w-40 wrap-anywhere text-ink-soft @max-2xl/rows:col-span-2">
                {note ?? <Nothing />}
              </Cell>
              <Cell className="whitespace-nowrap text-ink-soft @max-2xl/rows:col-span-2">
                <CardLabel>Changed</CardLabel>
                <RelativeTime at={updatedAt} /> by {updatedBy ?? "the portal"}
              </Cell>
              <Cell className="whitespace-nowrap text-ink-soft @max-2xl/rows:col-span-2">
                {publishedAt === null ? (
                  <Nothing />
                ) : (
                  <>
                    <CardLabel>Published</CardLabel>
                    <RelativeTime at={publishedAt} /> by {publishedBy ?? "the portal"}
                  </>
                )}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  );
}
