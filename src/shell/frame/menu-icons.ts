import {
  Activity,
  CircleAlert,
  ClockAlert,
  OctagonX,
  UserRoundCheck,
  UserRoundSearch,
  Bell,
  BellRing,
  BookOpen,
  Building2,
  ClipboardCheck,
  Database,
  FilePlus,
  FileText,
  FlaskConical,
  House,
  Inbox,
  LifeBuoy,
  MessageSquarePlus,
  ListChecks,
  Lightbulb,
  ListTodo,
  type LucideIcon,
  MessageCirclePlus,
  PlugZap,
  ScrollText,
  Server,
  ShieldQuestionMark,
  SlidersHorizontal,
  Sprout,
  Stamp,
  UserPlus,
  UserX,
  Users,
  Workflow,
  Wrench,
} from "lucide-react";
import type { PageId, PAGES } from "../../../convex/site/pages";
import type { QueueViewId } from "../../../convex/site/views";

/** The pages that stand in the menu. */
export type MenuPageId = {
  [Id in PageId]: (typeof PAGES)[Id] extends { readonly menu: string } ? Id : never;
}[PageId];

/** The picture of each page in the menu. */
export const MENU_ICONS: Readonly<Record<MenuPageId, LucideIcon>> = {
  home: House,
  newRequest: FilePlus,
  requests: FileText,
  notifications: Bell,
  taskMonitor: Activity,
  taskTypes: Wrench,
  workflows: Workflow,
  approvalTesting: FlaskConical,
  services: PlugZap,
  config: SlidersHorizontal,
  seedData: Sprout,
  businessAreas: Building2,
  notificationTesting: BellRing,
  environment: Server,
  firstSteps: ListTodo,
  dataDomains: Database,
  accessReviews: ClipboardCheck,
  inviteUser: UserPlus,
  removeUser: UserX,
  approvals: Stamp,
  allRequests: Inbox,
  allTasks: ListChecks,
  users: Users,
  permissions: ShieldQuestionMark,
  auditTrail: ScrollText,
  support: LifeBuoy,
  createTicket: MessageCirclePlus,
  articles: BookOpen,
  feedback: Lightbulb,
  newIdea: MessageSquarePlus,
};

/** The picture of each ready-made view. */
export const VIEW_ICONS: Readonly<Record<QueueViewId, LucideIcon>> = {
  needsSomeone: UserRoundSearch,
  blocked: OctagonX,
  overdue: ClockAlert,
  errors: CircleAlert,
  mine: UserRoundCheck,
};
