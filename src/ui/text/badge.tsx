import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "../cn";

const badgeClasses = cva(
  "inline-flex h-5 items-center align-middle gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        default: "border-success-line bg-success-wash text-success",
        secondary: "border-info-line bg-info-wash text-info",
        outline: "border-line-strong bg-transparent text-muted",
        destructive: "border-danger-line bg-danger-wash text-danger",
        warning: "border-warning-line bg-warning-wash text-warning",
        neutral: "border-line bg-hover text-ink-soft",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

/** Names of the badge looks. */
export type BadgeVariant = NonNullable<VariantProps<typeof badgeClasses>["variant"]>;

/** A status: icon, word and colour together, so colour is never the only sign. A plain fact needs no icon. */
export function Badge(props: { variant?: BadgeVariant; icon?: ReactNode; children: ReactNode; className?: string }) {
  return (
    <span className={cn(badgeClasses({ variant: props.variant }), props.className)}>
      {props.icon}
      {props.children}
    </span>
  );
}
