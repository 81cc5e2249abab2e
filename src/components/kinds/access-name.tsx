import { cn } from "../../ui/cn";

/** A role by its name in its system; nothing where its words say all. */
export function RoleCode({ code, className }: { code: string | null; className?: string }) {
  return code === null ? null : (
    <code className={cn("font-mono text-xs font-normal text-muted", className)}>{code}</code>
  );
}

/** What held access is called: what it opens, "Read Cloud cost", with the role's own name below. */
export function AccessName({ description, code }: { readonly description: string; readonly code: string | null }) {
  return (
    <>
      <span>{description}</span>
      <RoleCode code={code} className="block" />
    </>
  );
}
