import { useRouter } from "@tanstack/react-router";
import { Keyboard, LogOut, MessageSquareText, User } from "lucide-react";
import type { ReactElement } from "react";
import { PAGES } from "../../../convex/site/pages";
import { lastingCommandsNow } from "../../components/page-commands";
import type { ButtonProps } from "../../ui/button-classes";
import { Menu, MenuItem, MenuSeparator } from "../../ui/floating/menu";
import { PageLink } from "../page-link";
import type { FramePart } from "./frame-part";

/** Who is signed in, and what concerns only them. */
export function UserMenu(props: {
  trigger: ReactElement<ButtonProps>;
  name: string;
  email: string;
  isImpersonating: boolean;
  onShow: (part: FramePart) => void;
}) {
  const { path, title, key } = PAGES.profile;
  return (
    <Menu trigger={props.trigger}>
      <div className="max-w-64 px-2 py-1.5">
        <p className="truncate font-medium">{props.name}</p>
        <p className="truncate text-sm text-muted">{props.email}</p>
      </div>
      <MenuSeparator />
      <MenuItem icon={<User aria-hidden />} shortcut={`g ${key}`} render={<PageLink to={path} />}>
        {title}
      </MenuItem>
      <MenuItem icon={<MessageSquareText aria-hidden />} onClick={() => props.onShow("messages")}>
        Recent messages
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} shortcut="?" onClick={() => props.onShow("shortcuts")}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <Leave isImpersonating={props.isImpersonating} />
    </Menu>
  );
}

/** Signs out. Whoever looks through somebody's eyes leaves those first, and is back where they began. */
function Leave({ isImpersonating }: { isImpersonating: boolean }) {
  const router = useRouter();
  const stop = isImpersonating
    ? lastingCommandsNow().find(({ about }) => about === "Impersonation")?.commands[0]
    : null;
  return (
    <MenuItem
      icon={<LogOut aria-hidden />}
      onClick={stop ? stop.run : () => void router.navigate({ href: PAGES.signOut.path })}
    >
      {stop ? stop.label : PAGES.signOut.title}
    </MenuItem>
  );
}
