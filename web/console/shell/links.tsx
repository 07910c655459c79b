import { Anchor, type AnchorProps, NavLink, type NavLinkProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
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

/** Links of the console: real ones, which open in tabs. */
export const To = createLink(PlainAnchor);
export const NavTo = createLink(PlainNavLink);

/** A partner's address: only what is on the web is a link, anything else is text. */
export function Outside({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  const isWeb = /^https?:\/\//i.test(href);
  if (!isWeb) return <span className="outside">{href}</span>;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" className="outside">
      {children ?? href}
    </Anchor>
  );
}
