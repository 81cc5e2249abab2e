import { Link } from "@tanstack/react-router";
import { targetWords } from "../../convex/core/audit/rules/eventWords";
import type { AuditTarget } from "../../convex/core/audit/table";
import { targetPath } from "./target-path";

const SHORT_ID_LENGTH = 8;

/**
 * A thing an event is about: its kind and name, a link where it has a page; `isOwn` leads to the pages everybody has.
 */
export function TargetLink({
  target,
  isOwn = false,
}: {
  target: AuditTarget & { readonly address?: string };
  isOwn?: boolean;
}) {
  const { type, id, address } = target;
  const label = target.label ?? address;
  const name = label ?? (id.length > SHORT_ID_LENGTH ? `${id.slice(0, SHORT_ID_LENGTH)}…` : id);
  const text = (
    <>
      <span className="text-muted">{targetWords(type)} </span>
      <span className={label === undefined ? "font-mono text-xs" : undefined}>{name}</span>
    </>
  );
  const path = targetPath(target, { isOwn });
  if (path === null) return <span className="wrap-anywhere">{text}</span>;
  return (
    // The router's types cannot know a path made from data; the list of pages does.
    <Link to={path as "/"} className="rounded-sm text-accent-text wrap-anywhere hover:underline">
      {text}
    </Link>
  );
}
