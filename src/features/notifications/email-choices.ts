import type { EmailMode } from "../../../convex/core/notifications/table";

export const EMAIL_CHOICES = [
  { value: "now", label: "At once" },
  { value: "daily", label: "Once a day" },
  { value: "off", label: "Never" },
] as const satisfies readonly { value: EmailMode; label: string }[];
