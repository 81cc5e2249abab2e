import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect } from "react";
import { PAGES } from "../../../convex/site/pages";
import { LeaveGuard } from "../../components/form/leave-guard";
import { QueryBoundary } from "../../components/query-boundary";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { lazyPart } from "../../ui/lazy-part";
import { Alert } from "../../ui/page/alert";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Tabs } from "../../ui/page/tabs";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { RelativeTime } from "../../ui/text/relative-time";
import { useIsWide } from "../../ui/use-is-wide";
import { type Template, useTemplate, useTemplates } from "./api";
import { ProblemsPanel } from "./editor/problems-panel";
import { fetchDrawing, TasksTab } from "./editor/tasks-tab";
import { type Editor, useEditor } from "./editor/use-editor";
import type { TemplateSearch, TemplateTab } from "./search";
import { TemplateActions } from "./template-actions";
import { VersionBadge } from "./version-badge";

const FieldsTab = lazyPart(() => import("./editor/fields-tab").then((part) => part.FieldsTab));
const TextsTab = lazyPart(() => import("./editor/texts-tab").then((part) => part.TextsTab));
const VersionsTab = lazyPart(() => import("./editor/versions-tab").then((part) => part.VersionsTab));

/** What the URL of the page holds, and how to go elsewhere on it. */
export interface TemplatePageProps {
  templateKey: string;
  search: TemplateSearch;
  onGo: (where: TemplateSearch) => void;
}

/** One version of a request type: to read, and as a draft to edit. */
export function TemplatePage(props: TemplatePageProps) {
  return (
    <QueryBoundary title="The template did not load">
      <LiveTemplate {...props} />
    </QueryBoundary>
  );
}

function LiveTemplate(props: TemplatePageProps) {
  useEffect(fetchDrawing, []);
  const { templateKey, search } = props;
  const types = useTemplates();
  const type = types?.find(({ key }) => key === templateKey);
  const version = search.version ?? type?.published?.version ?? type?.drafts[0]?.version ?? null;
  const template = useTemplate(templateKey, version);
  const isMissing = template === null || (types !== undefined && (type === undefined || version === null));
  if (isMissing) return <MissingTemplate templateKey={templateKey} hasType={type !== undefined} />;
  if (!template) return <LoadingTemplate />;
  return <OpenTemplate key={`${templateKey} ${template.draft.version}`} template={template} {...props} />;
}

function MissingTemplate({ templateKey, hasType }: { templateKey: string; hasType: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Workflow Details" />
      <Card>
        <EmptyState
          kind="nothing-yet"
          title={hasType ? "This version does not exist, or no longer does" : "There is no such request type"}
          action={
            <Link
              to={hasType ? PAGES.workflow.path : PAGES.workflows.path}
              params={{ key: templateKey }}
              className={cn(buttonClasses({ variant: "outline" }))}
            >
              {hasType ? "Show the version in force" : "All workflows"}
            </Link>
          }
        >
          {hasType ? "A draft that was discarded is gone for good." : "It may have another key."}
        </EmptyState>
      </Card>
    </div>
  );
}

function LoadingTemplate() {
  return (
    <SkeletonGroup label="Loading the template" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-9" />
      <Skeleton className="h-96" />
    </SkeletonGroup>
  );
}

function OpenTemplate({ template, search, onGo }: TemplatePageProps & { template: Template }) {
  const isWide = useIsWide("md");
  const editor = useEditor(template, isWide);
  const { key } = template;
  useTabTitle(template.definition.name || undefined);
  const tab: TemplateTab = search.tab ?? "tasks";
  const here = {
    ...(search.version === undefined ? {} : { version: search.version }),
    ...(search.view === undefined ? {} : { view: search.view }),
  };
  const go = (where: TemplateSearch) => onGo({ ...here, ...where });
  const openItem = (item: number | undefined) => go({ tab, ...(item === undefined ? {} : { item }) });
  return (
    <div className="flex flex-col gap-4">
      <LeaveGuard title="Leave this draft?" isUnsaved={() => editor.isChanged} isAnother={isAnotherVersion} />
      <PageHeader
        title={editor.definition.name || key}
        context={<Context template={template} isChanged={editor.isChanged} />}
        actions={<TemplateActions editor={editor} onGo={onGo} />}
      />
      <Notices template={template} editor={editor} isWide={isWide} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Tabs<TemplateTab>
          label="Parts of the template"
          value={tab}
          onValueChange={(next) => go({ tab: next })}
          items={[
            {
              value: "tasks",
              label: "Tasks",
              count: editor.definition.tasks.length,
              panel: (
                <TasksTab
                  editor={editor}
                  view={search.view ?? (editor.isEditable ? "list" : "drawing")}
                  onView={(view) => go({ view })}
                  item={search.item}
                  onItem={openItem}
                />
              ),
            },
            {
              value: "form",
              label: "Form",
              count: editor.definition.fields.length,
              panel: (
                <Late>
                  <FieldsTab editor={editor} item={search.item} onItem={openItem} />
                </Late>
              ),
            },
            {
              value: "texts",
              label: "Texts and offer",
              panel: (
                <Late>
                  <TextsTab editor={editor} />
                </Late>
              ),
            },
            {
              value: "versions",
              label: "Versions",
              panel: (
                <Late>
                  <VersionsTab editor={editor} against={search.against} onGo={onGo} />
                </Late>
              ),
            },
          ]}
        />
        <div className="lg:sticky lg:top-16 lg:mt-[3.3125rem]">
          <ProblemsPanel editor={editor} onGo={go} />
        </div>
      </div>
    </div>
  );
}

/** What has to be known before anything is changed. */
function Notices({ template, editor, isWide }: { template: Template; editor: Editor; isWide: boolean }) {
  return (
    <>
      {isWide || template.draft.status !== "draft" ? null : (
        <Alert meaning="info" title="To read only">
          Editing needs a wider window. Nothing is lost: open this page on a computer.
        </Alert>
      )}
      {template.isOffered ? null : (
        <Alert meaning="warning" title="This type is not in the catalog">
          No new requests of this type can be made. Existing requests carry on.
        </Alert>
      )}
      {editor.conflict === null ? null : (
        <Alert
          meaning="danger"
          title="This draft was saved by somebody else"
          action={
            <Button variant="outline" size="sm" onClick={editor.reload}>
              Reload the draft
            </Button>
          }
        >
          {editor.conflict}
        </Alert>
      )}
    </>
  );
}

/** A tab whose code comes when it is opened. */
function Late({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <SkeletonGroup label="Loading">
          <Skeleton className="h-96" />
        </SkeletonGroup>
      }
    >
      {children}
    </Suspense>
  );
}

function Context({ template: { key, draft, updatedAt }, isChanged }: { template: Template; isChanged: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-mono text-xs">{key}</span>
      <span>Version {draft.version}</span>
      <VersionBadge status={draft.status} />
      <span role="status">
        {isChanged ? (
          "Changes not saved yet"
        ) : (
          <>
            Changed <RelativeTime at={updatedAt} /> by {draft.lastEditor?.name ?? "the portal"}
          </>
        )}
      </span>
    </span>
  );
}

/** Tabs and open tasks are part of the address; going to another version is leaving. */
function isAnotherVersion(from: { readonly search: unknown }, to: { readonly search: unknown }): boolean {
  const versionOf = (search: unknown): unknown => (search as { version?: unknown }).version;
  return versionOf(from.search) !== versionOf(to.search);
}
