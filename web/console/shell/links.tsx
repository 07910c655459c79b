import { Anchor, type AnchorProps, NavLink, type NavLinkProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { ShortId } from "../parts/copy.tsx";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "color" | "style"> & {
  readonly ref?: Ref<HTMLAnchorElement>;
};

function PlainAnchor(props: AnchorProps & Native) {
  return <Anchor {...props} />;
}

function PlainNavLink(props: NavLinkProps & Native & { readonly label: ReactNode }) {
  return <NavLink component="a" {...props} />;
}

/** Native link within the console, which also opens in new tabs. */
export const To = createLink(PlainAnchor);
export const NavTo = createLink(PlainNavLink);

/** Shows an address given by a partner: a link if it is http or https, else text. */
export function Outside({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  const isWeb = /^https?:\/\//i.test(href);
  if (!isWeb) return <span className="outside">{href}</span>;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" className="outside">
      {children ?? href}
    </Anchor>
  );
}

/** Link to an order. Without an id it shows nothing. */
export function OrderLink({ slug, id }: { readonly slug: string; readonly id: string | null }) {
  if (id === null) return null;
  return (
    <To to="/o/$slug/orders/$id" params={{ slug, id }}>
      <ShortId value={id} />
    </To>
  );
}
