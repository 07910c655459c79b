import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from "@tanstack/react-router";
import type { QueryClient } from "@tanstack/react-query";
import { BASE } from "../api/base.ts";
import { ME } from "../api/me.ts";
import { asProblem } from "../api/problem.ts";
import { InsideLoading, PageFailed, PageLoading, PageMissing, Root } from "./root.tsx";

/** Returns the known words of the address's query. */
function words<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { readonly [N in Name]?: string } => {
    const found: { [N in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === "string" || typeof value === "number")
        if (value !== "") found[name] = String(value);
    }
    return found;
  };
}

const root = createRootRoute({ component: Root, notFoundComponent: PageMissing });

/**
 * Returns a function that makes routes of pages, which are loaded when they are first visited. Every address may open
 * the form of a new thing, and name the organisation whose first steps led there.
 */
function pagesBelow<Parent extends AnyRoute>(parent: Parent) {
  return <
    const Path extends string,
    Module extends Readonly<Record<Name, RouteComponent>>,
    Name extends string,
    const Word extends string = never,
  >(
    path: Path,
    load: () => Promise<Module>,
    name: Name,
    ...names: readonly Word[]
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: words<Word | "new" | "steps">("new", "steps", ...names),
      component: lazyRouteComponent(load, name) as RouteComponent,
    });
}

/** Returns the parent of all pages that require a sign-in. */
function insideOf(queries: QueryClient) {
  return createRoute({
    getParentRoute: () => root,
    id: "inside",
    pendingComponent: InsideLoading,
    component: lazyRouteComponent(() => import("./inside.tsx"), "Inside"),
    beforeLoad: async ({ location }) => {
      try {
        await queries.ensureQueryData(ME);
      } catch (error) {
        const { status } = asProblem(error);
        if (status !== 401) throw error;
        const returnTo = location.href === "/" ? undefined : location.href;
        throw redirect({ to: "/sign-in", search: returnTo === undefined ? {} : { returnTo } });
      }
    },
  });
}

type Inside = ReturnType<typeof insideOf>;

/** Returns an organisation's pages about sales. */
function salesOf(inside: Inside) {
  const page = pagesBelow(inside);
  return [
    page(
      "/o/$slug/competitions/$id",
      () => import("../pages/competitions/competition-page.tsx"),
      "CompetitionPage",
    ),
    page(
      "/o/$slug/competitions",
      () => import("../pages/competitions/competitions-page.tsx"),
      "CompetitionsPage",
      "state",
    ),
    page("/o/$slug/prizes", () => import("../pages/prizes/prizes-page.tsx"), "PrizesPage"),
    page("/o/$slug/winners", () => import("../pages/winners/winners-page.tsx"), "WinnersPage", "state"),
    page("/o/$slug/affiliates", () => import("../pages/affiliates/affiliates-page.tsx"), "AffiliatesPage"),
    page(
      "/o/$slug/affiliates/$code",
      () => import("../pages/affiliates/affiliate-page.tsx"),
      "AffiliatePage",
    ),
    page("/o/$slug/questions", () => import("../pages/questions/questions-page.tsx"), "QuestionsPage"),
    page(
      "/o/$slug/orders",
      () => import("../pages/orders/orders-page.tsx"),
      "OrdersPage",
      "status",
      "since",
      "until",
      "refundState",
      "competitionId",
      "accountId",
      "rail",
      "affiliate",
      "currency",
      "minAmount",
      "maxAmount",
    ),
    page("/o/$slug/orders/$id", () => import("../pages/orders/order-page.tsx"), "OrderPage"),
    page("/o/$slug/search", () => import("../pages/search/search-page.tsx"), "SearchPage"),
    page(
      "/o/$slug/refunds",
      () => import("../pages/refunds/refunds-page.tsx"),
      "RefundsPage",
      "state",
      "tab",
      "since",
      "until",
      "currency",
      "minAmount",
      "maxAmount",
    ),
    page("/o/$slug/refunds/$id", () => import("../pages/refunds/refund-page.tsx"), "RefundPage"),
    page("/o/$slug/unmatched/$id", () => import("../pages/refunds/unmatched-page.tsx"), "UnmatchedPage"),
    page(
      "/o/$slug/disputes",
      () => import("../pages/disputes/disputes-page.tsx"),
      "DisputesPage",
      "standing",
    ),
    page("/o/$slug/finance", () => import("../pages/finance/finance-page.tsx"), "FinancePage", "months"),
    page("/o/$slug/buyers", () => import("../pages/buyers/buyers-page.tsx"), "BuyersPage"),
    page("/o/$slug/buyers/$id", () => import("../pages/buyers/buyer-page.tsx"), "BuyerPage"),
  ] as const;
}

/** Returns an organisation's pages for engineers. */
function developersOf(inside: Inside) {
  const page = pagesBelow(inside);
  return [
    page("/o/$slug/webhooks", () => import("../pages/webhooks/endpoints-page.tsx"), "EndpointsPage"),
    page(
      "/o/$slug/webhooks/$id",
      () => import("../pages/webhooks/endpoint-page.tsx"),
      "EndpointPage",
      "state",
    ),
    page(
      "/o/$slug/deliveries/$id",
      () => import("../pages/webhooks/delivery-page.tsx"),
      "DeliveryPage",
      "tab",
    ),
    page("/o/$slug/keys", () => import("../pages/keys/keys-page.tsx"), "KeysPage", "claim"),
    page("/o/$slug/quickstart", () => import("../pages/quickstart/quickstart-page.tsx"), "QuickstartPage"),
    page(
      "/o/$slug/widget",
      () => import("../pages/snippet/snippet-page.tsx"),
      "SnippetPage",
      "competition",
      "locale",
      "scheme",
      "affiliate",
    ),
    page("/o/$slug/events", () => import("../pages/events/events-page.tsx"), "EventsPage", "type"),
    page("/o/$slug/events/$id", () => import("../pages/events/event-page.tsx"), "EventPage"),
  ] as const;
}

/** Returns an organisation's pages about itself. */
function ownOf(inside: Inside) {
  const page = pagesBelow(inside);
  return [
    page(
      "/o/$slug/draw-account",
      () => import("../pages/draw-account/draw-account-page.tsx"),
      "DrawAccountPage",
    ),
    page("/o/$slug/rails", () => import("../pages/rails/rails-page.tsx"), "RailsPage", "state", "tab"),
    page("/o/$slug/team", () => import("../pages/team/team-page.tsx"), "TeamPage", "leaver"),
    page(
      "/o/$slug/audit",
      () => import("../pages/audit/audit-page.tsx"),
      "AuditPage",
      "actor",
      "action",
      "subject",
    ),
    page("/o/$slug/settings", () => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
  ] as const;
}

export function createConsoleRouter(queries: QueryClient) {
  const outside = pagesBelow(root);
  const inside = insideOf(queries);
  const page = pagesBelow(inside);
  const service = [
    page("/", () => import("../pages/home/start-page.tsx"), "StartPage"),
    page(
      "/organisations",
      () => import("../pages/organisations/organisations-page.tsx"),
      "OrganisationsPage",
    ),
    page("/operators", () => import("../pages/team/operators-page.tsx"), "OperatorsPage"),
    page("/health", () => import("../pages/health/health-page.tsx"), "HealthPage"),
    page("/search", () => import("../pages/search/search-page.tsx"), "SearchPage"),
    page("/refunds", () => import("../pages/refunds/all-refunds-page.tsx"), "AllRefundsPage", "state"),
    page("/disputes", () => import("../pages/disputes/disputes-page.tsx"), "AllDisputesPage", "standing"),
    page("/draws", () => import("../pages/draws/all-draws-page.tsx"), "AllDrawsPage"),
    page(
      "/audit",
      () => import("../pages/audit/audit-page.tsx"),
      "WholeAuditPage",
      "actor",
      "action",
      "subject",
    ),
    page("/me", () => import("../pages/me/me-page.tsx"), "MePage"),
    page(
      "/o/$slug",
      () => import("../pages/home/overview-page.tsx"),
      "OverviewPage",
      "range",
      "from",
      "to",
      "figure",
      "by",
    ),
  ] as const;
  return createRouter({
    routeTree: root.addChildren([
      outside("/sign-in", () => import("../sign-in/sign-in-page.tsx"), "SignInPage", "returnTo"),
      outside("/sign-in/back", () => import("../sign-in/back-page.tsx"), "BackPage"),
      outside("/sign-in/again", () => import("../sign-in/again-page.tsx"), "AgainPage"),
      outside("/link", () => import("../sign-in/link-page.tsx"), "LinkPage"),
      outside("/invitation", () => import("../sign-in/invitation-page.tsx"), "InvitationPage"),
      inside.addChildren([...service, ...salesOf(inside), ...developersOf(inside), ...ownOf(inside)]),
    ]),
    basepath: BASE,
    defaultPreload: "intent",
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: PageMissing,
    scrollRestoration: true,
  });
}
