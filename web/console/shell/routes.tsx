import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import type { QueryClient } from "@tanstack/react-query";
import { BASE } from "../api/base.ts";
import { ME } from "../api/me.ts";
import { asProblem } from "../api/problem.ts";
import { InsideLoading, PageFailed, PageLoading, PageMissing, Root } from "./root.tsx";

/** Words of the address's query, of those that a page knows. */
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

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: words("returnTo"),
  component: lazyRouteComponent(() => import("../sign-in/sign-in-page.tsx"), "SignInPage"),
});
const back = createRoute({
  getParentRoute: () => root,
  path: "/sign-in/back",
  component: lazyRouteComponent(() => import("../sign-in/back-page.tsx"), "BackPage"),
});
const again = createRoute({
  getParentRoute: () => root,
  path: "/sign-in/again",
  component: lazyRouteComponent(() => import("../sign-in/again-page.tsx"), "AgainPage"),
});
const link = createRoute({
  getParentRoute: () => root,
  path: "/link",
  component: lazyRouteComponent(() => import("../sign-in/link-page.tsx"), "LinkPage"),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("../sign-in/invitation-page.tsx"), "InvitationPage"),
});

/** Everything behind the door. */
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

/** Pages of an organisation about what is sold, and to whom. */
function salesOf(inside: Inside) {
  const page = <const Path extends string>(path: Path) => ({ getParentRoute: () => inside, path });
  return [
    createRoute({
      ...page("/o/$slug/competitions/$id"),
      component: lazyRouteComponent(
        () => import("../pages/competitions/competition-page.tsx"),
        "CompetitionPage",
      ),
    }),
    createRoute({
      ...page("/o/$slug/competitions"),
      validateSearch: words("state"),
      component: lazyRouteComponent(
        () => import("../pages/competitions/competitions-page.tsx"),
        "CompetitionsPage",
      ),
    }),
    createRoute({
      ...page("/o/$slug/prizes"),
      component: lazyRouteComponent(() => import("../pages/prizes/prizes-page.tsx"), "PrizesPage"),
    }),
    createRoute({
      ...page("/o/$slug/winners"),
      component: lazyRouteComponent(() => import("../pages/winners/winners-page.tsx"), "WinnersPage"),
    }),
    createRoute({
      ...page("/o/$slug/affiliates"),
      component: lazyRouteComponent(
        () => import("../pages/affiliates/affiliates-page.tsx"),
        "AffiliatesPage",
      ),
    }),
    createRoute({
      ...page("/o/$slug/affiliates/$code"),
      component: lazyRouteComponent(() => import("../pages/affiliates/affiliate-page.tsx"), "AffiliatePage"),
    }),
    createRoute({
      ...page("/o/$slug/questions"),
      component: lazyRouteComponent(() => import("../pages/questions/questions-page.tsx"), "QuestionsPage"),
    }),
    createRoute({
      ...page("/o/$slug/orders"),
      validateSearch: words("status"),
      component: lazyRouteComponent(() => import("../pages/orders/orders-page.tsx"), "OrdersPage"),
    }),
    createRoute({
      ...page("/o/$slug/orders/$id"),
      component: lazyRouteComponent(() => import("../pages/orders/order-page.tsx"), "OrderPage"),
    }),
    createRoute({
      ...page("/o/$slug/search"),
      component: lazyRouteComponent(() => import("../pages/search/search-page.tsx"), "SearchPage"),
    }),
    createRoute({
      ...page("/o/$slug/refunds"),
      validateSearch: words("state", "tab"),
      component: lazyRouteComponent(() => import("../pages/refunds/refunds-page.tsx"), "RefundsPage"),
    }),
    createRoute({
      ...page("/o/$slug/refunds/$id"),
      component: lazyRouteComponent(() => import("../pages/refunds/refund-page.tsx"), "RefundPage"),
    }),
    createRoute({
      ...page("/o/$slug/unmatched/$id"),
      component: lazyRouteComponent(() => import("../pages/refunds/unmatched-page.tsx"), "UnmatchedPage"),
    }),
    createRoute({
      ...page("/o/$slug/disputes"),
      component: lazyRouteComponent(() => import("../pages/disputes/disputes-page.tsx"), "DisputesPage"),
    }),
    createRoute({
      ...page("/o/$slug/buyers"),
      component: lazyRouteComponent(() => import("../pages/buyers/buyers-page.tsx"), "BuyersPage"),
    }),
    createRoute({
      ...page("/o/$slug/buyers/$id"),
      component: lazyRouteComponent(() => import("../pages/buyers/buyer-page.tsx"), "BuyerPage"),
    }),
  ] as const;
}

/** Pages of an organisation for its engineers. */
function developersOf(inside: Inside) {
  const page = <const Path extends string>(path: Path) => ({ getParentRoute: () => inside, path });
  return [
    createRoute({
      ...page("/o/$slug/webhooks"),
      component: lazyRouteComponent(() => import("../pages/webhooks/endpoints-page.tsx"), "EndpointsPage"),
    }),
    createRoute({
      ...page("/o/$slug/webhooks/$id"),
      validateSearch: words("state"),
      component: lazyRouteComponent(() => import("../pages/webhooks/endpoint-page.tsx"), "EndpointPage"),
    }),
    createRoute({
      ...page("/o/$slug/deliveries/$id"),
      validateSearch: words("tab"),
      component: lazyRouteComponent(() => import("../pages/webhooks/delivery-page.tsx"), "DeliveryPage"),
    }),
    createRoute({
      ...page("/o/$slug/keys"),
      component: lazyRouteComponent(() => import("../pages/keys/keys-page.tsx"), "KeysPage"),
    }),
    createRoute({
      ...page("/o/$slug/quickstart"),
      component: lazyRouteComponent(
        () => import("../pages/quickstart/quickstart-page.tsx"),
        "QuickstartPage",
      ),
    }),
    createRoute({
      ...page("/o/$slug/events"),
      validateSearch: words("type"),
      component: lazyRouteComponent(() => import("../pages/events/events-page.tsx"), "EventsPage"),
    }),
    createRoute({
      ...page("/o/$slug/events/$id"),
      component: lazyRouteComponent(() => import("../pages/events/event-page.tsx"), "EventPage"),
    }),
  ] as const;
}

/** Pages of an organisation about itself. */
function ownOf(inside: Inside) {
  const page = <const Path extends string>(path: Path) => ({ getParentRoute: () => inside, path });
  return [
    createRoute({
      ...page("/o/$slug/draw-account"),
      component: lazyRouteComponent(
        () => import("../pages/draw-account/draw-account-page.tsx"),
        "DrawAccountPage",
      ),
    }),
    createRoute({
      ...page("/o/$slug/rails"),
      validateSearch: words("state", "tab"),
      component: lazyRouteComponent(() => import("../pages/rails/rails-page.tsx"), "RailsPage"),
    }),
    createRoute({
      ...page("/o/$slug/team"),
      validateSearch: words("left"),
      component: lazyRouteComponent(() => import("../pages/team/team-page.tsx"), "TeamPage"),
    }),
    createRoute({
      ...page("/o/$slug/audit"),
      validateSearch: words("actor", "action"),
      component: lazyRouteComponent(() => import("../pages/audit/audit-page.tsx"), "AuditPage"),
    }),
    createRoute({
      ...page("/o/$slug/settings"),
      component: lazyRouteComponent(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
    }),
  ] as const;
}

export function createConsoleRouter(queries: QueryClient) {
  const inside = insideOf(queries);
  const page = <const Path extends string>(path: Path) => ({ getParentRoute: () => inside, path });
  const service = [
    createRoute({
      ...page("/"),
      component: lazyRouteComponent(() => import("../pages/home/start-page.tsx"), "StartPage"),
    }),
    createRoute({
      ...page("/organisations"),
      component: lazyRouteComponent(
        () => import("../pages/organisations/organisations-page.tsx"),
        "OrganisationsPage",
      ),
    }),
    createRoute({
      ...page("/operators"),
      component: lazyRouteComponent(() => import("../pages/team/operators-page.tsx"), "OperatorsPage"),
    }),
    createRoute({
      ...page("/health"),
      component: lazyRouteComponent(() => import("../pages/health/health-page.tsx"), "HealthPage"),
    }),
    createRoute({
      ...page("/search"),
      component: lazyRouteComponent(() => import("../pages/search/search-all-page.tsx"), "SearchAllPage"),
    }),
    createRoute({
      ...page("/refunds"),
      validateSearch: words("state"),
      component: lazyRouteComponent(
        () => import("../pages/waiting/waiting-refunds-page.tsx"),
        "WaitingRefundsPage",
      ),
    }),
    createRoute({
      ...page("/disputes"),
      component: lazyRouteComponent(
        () => import("../pages/waiting/waiting-disputes-page.tsx"),
        "WaitingDisputesPage",
      ),
    }),
    createRoute({
      ...page("/draws"),
      component: lazyRouteComponent(
        () => import("../pages/waiting/waiting-draws-page.tsx"),
        "WaitingDrawsPage",
      ),
    }),
    createRoute({
      ...page("/audit"),
      validateSearch: words("actor", "action"),
      component: lazyRouteComponent(() => import("../pages/audit/whole-audit-page.tsx"), "WholeAuditPage"),
    }),
    createRoute({
      ...page("/me"),
      component: lazyRouteComponent(() => import("../pages/me/me-page.tsx"), "MePage"),
    }),
    createRoute({
      ...page("/o/$slug"),
      component: lazyRouteComponent(() => import("../pages/home/overview-page.tsx"), "OverviewPage"),
    }),
  ] as const;
  return createRouter({
    routeTree: root.addChildren([
      signIn,
      back,
      again,
      link,
      invitation,
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
