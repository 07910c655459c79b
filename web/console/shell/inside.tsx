import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Menu,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { Outlet, useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { answerOf, api } from "../api/client.ts";
import { useMe } from "../api/me.ts";
import { HeaderSearch } from "../pages/search/search-dialog.tsx";
import { PersonIcon, SunIcon } from "../parts/icons.tsx";
import { ZONE } from "../parts/time.tsx";
import { Away } from "./away.tsx";
import { Brand } from "./brand.tsx";
import { To } from "./links.tsx";
import { Navigation } from "./navigation.tsx";

/** Shows the frame of every page for signed-in people. */
export function Inside() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { slug } = useParams({ strict: false });
  const isBusy = useIsFetching() > 0;
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 244, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", sm: "xl" }}
      transitionDuration={0}
    >
      <a className="skip" href="#content">
        Skip to content
      </a>
      <AppShell.Header className="header">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap" className="header-start">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Pages" />
            <To to="/" className="brand-link" underline="never" aria-label="Raffle console, home">
              <Brand />
            </To>
            <OrganisationMenu slug={slug} />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <HeaderSearch />
            <SchemeButton />
            <PersonMenu />
          </Group>
        </Group>
        <div className={isBusy ? "progress progress-on" : "progress"} aria-hidden="true" />
      </AppShell.Header>
      <AppShell.Navbar className="navbar" p="sm">
        <div className="navbar-scroll">
          <Navigation slug={slug} onFollow={close} />
        </div>
        <Text size="xs" c="dimmed" className="zone">
          Times are in {ZONE}
        </Text>
      </AppShell.Navbar>
      <AppShell.Main className="main" id="content" tabIndex={-1}>
        <div className="content">
          <Away />
          <OperatorBanner slug={slug} />
          <ToFirstSteps />
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function OrganisationMenu({ slug }: { readonly slug: string | undefined }) {
  const { memberships, operatorRole } = useMe();
  const navigate = useNavigate();
  const here = memberships.find(({ organisation }) => organisation.slug === slug)?.organisation.name ?? slug;
  if (memberships.length < 2 && operatorRole === null)
    return here ? <span className="here">{here}</span> : null;
  return (
    <Menu shadow="md" width={260}>
      <Menu.Target>
        <Button variant="default" size="compact-md" className="here-button">
          <span className="here">{here ?? "Organisation"}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map(({ organisation }) => (
          <Menu.Item
            key={organisation.slug}
            onClick={() => void navigate({ to: "/o/$slug", params: { slug: organisation.slug } })}
          >
            {organisation.name}
          </Menu.Item>
        ))}
        {operatorRole !== null && (
          <Menu.Item onClick={() => void navigate({ to: "/organisations" })}>All organisations</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Tells operators that they are viewing an organisation. */
function OperatorBanner({ slug }: { readonly slug: string | undefined }) {
  const { operatorRole, memberships } = useMe();
  const isMember = memberships.some(({ organisation }) => organisation.slug === slug);
  if (slug === undefined || operatorRole === null || isMember) return null;
  return (
    <div className="banner" role="note">
      You are viewing <strong>{slug}</strong> as an operator of the service. Its members see your actions in
      their audit log.
    </div>
  );
}

/** Link back to the first steps that led to the page. */
function ToFirstSteps() {
  const { steps } = useSearch({ strict: false }) as { readonly steps?: string };
  if (steps === undefined) return null;
  return (
    <To to="/o/$slug" params={{ slug: steps }} className="to-steps">
      ← First steps
    </To>
  );
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <Tooltip label={`Use ${other} colours`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Use ${other} colours`}
        onClick={() => setColorScheme(other)}
      >
        <SunIcon />
      </ActionIcon>
    </Tooltip>
  );
}

function PersonMenu() {
  const { person } = useMe();
  const router = useRouter();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signOut = async () => {
    await answerOf(api.POST("/sign-out"));
    queries.clear();
    await router.navigate({ to: "/sign-in" });
  };
  return (
    <Menu shadow="md" width={240} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" radius="xl" aria-label="Your account">
          <PersonIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="menu-person">
          <Text size="sm" fw={600}>
            {person.name}
          </Text>
          <Text size="xs" c="dimmed">
            {person.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate({ to: "/me" })}>Passkeys and devices</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
