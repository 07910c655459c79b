import type { ReactNode } from "react";
import { type Permission, useMay, useMe } from "../api/me.ts";
import * as icons from "../parts/icons.tsx";
import { NavTo } from "./links.tsx";

interface OrganisationItem {
  readonly label: string;
  readonly path: string;
  readonly needs: Permission;
  readonly icon: ReactNode;
}

interface Group {
  readonly title: string;
  readonly items: readonly OrganisationItem[];
}

const GROUPS: readonly Group[] = [
  {
    title: "Sales",
    items: [
      {
        label: "Competitions",
        path: "/competitions",
        needs: "competitions:read",
        icon: <icons.TicketIcon />,
      },
      { label: "Prizes", path: "/prizes", needs: "competitions:read", icon: <icons.GiftIcon /> },
      { label: "Orders", path: "/orders", needs: "orders:read", icon: <icons.CartIcon /> },
      { label: "Refunds", path: "/refunds", needs: "orders:read", icon: <icons.RefundIcon /> },
      { label: "Disputes", path: "/disputes", needs: "orders:read", icon: <icons.FlagIcon /> },
      { label: "Finance", path: "/finance", needs: "finance:read", icon: <icons.SumIcon /> },
      { label: "Winners", path: "/winners", needs: "winners:read", icon: <icons.TrophyIcon /> },
      { label: "Buyers", path: "/buyers", needs: "accounts:read", icon: <icons.PersonIcon /> },
      { label: "Affiliates", path: "/affiliates", needs: "affiliates:read", icon: <icons.LinkIcon /> },
      { label: "Questions", path: "/questions", needs: "questions:read", icon: <icons.QuestionIcon /> },
    ],
  },
  {
    title: "Developers",
    items: [
      { label: "Webhooks", path: "/webhooks", needs: "webhooks:read", icon: <icons.BellIcon /> },
      { label: "Events", path: "/events", needs: "webhooks:read", icon: <icons.EventIcon /> },
      { label: "API keys", path: "/keys", needs: "keys:read", icon: <icons.KeyIcon /> },
      { label: "Widget", path: "/widget", needs: "competitions:read", icon: <icons.CodeIcon /> },
      { label: "Quickstart", path: "/quickstart", needs: "keys:read", icon: <icons.BookIcon /> },
    ],
  },
  {
    title: "Organisation",
    items: [
      { label: "Payment rails", path: "/rails", needs: "rails:read", icon: <icons.RailIcon /> },
      { label: "Team", path: "/team", needs: "team:read", icon: <icons.PeopleIcon /> },
      {
        label: "Draw account",
        path: "/draw-account",
        needs: "draw_account:read",
        icon: <icons.WalletIcon />,
      },
      { label: "Audit", path: "/audit", needs: "audit:read", icon: <icons.ScrollIcon /> },
      { label: "Settings", path: "/settings", needs: "organisations:read", icon: <icons.GearIcon /> },
    ],
  },
];

/** Pages of the whole service, for operators. */
const SERVICE = [
  { label: "Health", path: "/health", needs: "health:read", icon: <icons.PulseIcon /> },
  { label: "Search", path: "/search", needs: "search:read", icon: <icons.SearchIcon /> },
  {
    label: "Organisations",
    path: "/organisations",
    needs: "organisations:read",
    icon: <icons.BuildingIcon />,
  },
  { label: "Refunds", path: "/refunds", needs: "orders:read", icon: <icons.RefundIcon /> },
  { label: "Disputes", path: "/disputes", needs: "orders:read", icon: <icons.FlagIcon /> },
  { label: "Draws", path: "/draws", needs: "competitions:read", icon: <icons.TrophyIcon /> },
  { label: "Audit", path: "/audit", needs: "audit:read_all", icon: <icons.ScrollIcon /> },
  { label: "Operators", path: "/operators", needs: "operators:read", icon: <icons.PeopleIcon /> },
] as const satisfies readonly OrganisationItem[];

/** Page that a person may open. */
export interface NavigationPage {
  readonly label: string;
  /** Address within the console. */
  readonly href: string;
  /** The organisation, or the service. */
  readonly of: string;
}

/** Returns the pages that the person may open, in the order of the menu. */
export function useNavigationPages(slug: string | undefined): NavigationPage[] {
  const { operatorRole } = useMe();
  const mayHere = useMay(slug);
  const service = operatorRole === null ? [] : SERVICE.filter(({ needs }) => mayHere(needs));
  const pages = service.map(({ label, path }): NavigationPage => ({ label, href: path, of: "Service" }));
  if (slug === undefined) return pages;
  const own = [
    { label: "Overview", path: "" },
    ...GROUPS.flatMap(({ items }) => items.filter(({ needs }) => mayHere(needs))),
  ];
  return [...own.map(({ label, path }) => ({ label, href: `/o/${slug}${path}`, of: slug })), ...pages];
}

interface NavigationProps {
  /** Organisation of the current page. */
  readonly slug: string | undefined;
  readonly onFollow: () => void;
}

/** Lists the pages that a person may see. */
export function Navigation({ slug, onFollow }: NavigationProps) {
  const { operatorRole } = useMe();
  const mayHere = useMay(slug);
  return (
    <nav aria-label="Pages">
      {operatorRole !== null && (
        <div className="nav-group">
          <div className="nav-title">Service</div>
          {SERVICE.filter(({ needs }) => mayHere(needs)).map(({ label, path, icon }) => (
            <NavTo key={path} to={path} label={label} leftSection={icon} onClick={onFollow} />
          ))}
        </div>
      )}
      {slug !== undefined && (
        <>
          <div className="nav-group">
            <NavTo
              to="/o/$slug"
              params={{ slug }}
              label="Overview"
              leftSection={<icons.HomeIcon />}
              onClick={onFollow}
              activeOptions={{ exact: true }}
            />
          </div>
          {GROUPS.map(({ title, items }) => {
            const allowed = items.filter(({ needs }) => mayHere(needs));
            if (allowed.length === 0) return null;
            return (
              <div className="nav-group" key={title}>
                <div className="nav-title">{title}</div>
                {allowed.map(({ label, path, icon }) => (
                  <NavTo
                    key={path}
                    to={`/o/$slug${path}` as "/o/$slug"}
                    params={{ slug }}
                    label={label}
                    leftSection={icon}
                    onClick={onFollow}
                  />
                ))}
              </div>
            );
          })}
        </>
      )}
    </nav>
  );
}
