interface AccessNameProps {
  /** What it opens, "Read Cloud cost". */
  readonly description: string;
  /** The role, by its name in the system; null where the words say all. */
  readonly code: string | null;
}

/** What held access is called: what it opens, with the role's own name below. */
export function AccessName({ description, code }: AccessNameProps) {
  return (
    <>
      <span>{description}</span>
      {code === null ? null : <code className="block font-mono text-xs font-normal text-muted">{code}</code>}
    </>
  );
}
