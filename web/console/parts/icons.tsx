import type { ReactNode } from "react";

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.15em"
      height="1.15em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

const drawn = (...paths: readonly string[]) =>
  function DrawnIcon() {
    return (
      <Icon>
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </Icon>
    );
  };

export const SumIcon = drawn("M18 7V5H6l6 7-6 7h12v-2");
export const CopyIcon = drawn("M8 8h11v12H8z", "M5 16H4V4h12v1");
export const CheckIcon = drawn("M5 12.5l4.5 4.5L19 7.5");
export const HomeIcon = drawn("M4 11l8-7 8 7v9h-5v-6H9v6H4z");
export const PulseIcon = drawn("M3 12h4l3-8 4 16 3-8h4");
export const BuildingIcon = drawn("M5 21V4h10v17", "M15 9h4v12", "M3 21h18", "M9 8h2M9 12h2M9 16h2");
export const FilterIcon = drawn("M4 6h16", "M7 12h10", "M10 18h4");
export const SearchIcon = drawn("M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z", "M16.5 16.5L21 21");
export const TicketIcon = drawn("M4 7h16v3.5a1.8 1.8 0 0 0 0 3.5v3H4v-3a1.8 1.8 0 0 0 0-3.5z", "M14 7v10");
export const GiftIcon = drawn(
  "M4 11h16v9H4z",
  "M3 7h18v4H3z",
  "M12 7v13",
  "M12 7c-3 0-5-1-5-2.5S9.5 3 12 7c2.5-4 5-4 5-2.5S15 7 12 7",
);
export const CartIcon = drawn("M3 5h2l2.5 11h10l2.5-8H6", "M9 20h.01M17 20h.01");
export const TrophyIcon = drawn(
  "M8 4h8v6a4 4 0 0 1-8 0z",
  "M8 6H4c0 3 1.5 5 4 5M16 6h4c0 3-1.5 5-4 5",
  "M12 14v4M8.5 20h7",
);
export const RefundIcon = drawn("M4 9h11a5 5 0 0 1 0 10H9", "M8 5L4 9l4 4");
export const BellIcon = drawn("M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15z", "M10 21h4");
export const CodeIcon = drawn("M8 7l-5 5 5 5M16 7l5 5-5 5", "M13.500 5l-3 14");
export const KeyIcon = drawn("M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8z", "M11 12.5L20 4M16 8l3 3");
export const RailIcon = drawn("M3 6h18v12H3z", "M3 10h18", "M7 15h3");
export const PeopleIcon = drawn(
  "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  "M3 20c0-3.5 2.5-5 6-5s6 1.5 6 5",
  "M16 5.5a3 3 0 0 1 0 6M18 15c2 .6 3 2.2 3 5",
);
export const ScrollIcon = drawn("M6 3h12v18H6z", "M9 8h6M9 12h6M9 16h4");
export const GearIcon = drawn("M4 7h10M18 7h2M4 17h2M10 17h10", "M16 5v4M8 15v4");
export const QuestionIcon = drawn(
  "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4",
  "M12 18h.01",
  "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
);
export const FlagIcon = drawn("M6 21V4", "M6 4h12l-2.500 4 2.500 4H6");
export const LinkIcon = drawn(
  "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1",
  "M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
);
export const WalletIcon = drawn("M4 6h14v3", "M4 6v13h16V9H4", "M16 14h.01");
export const BookIcon = drawn("M5 4h14v16H5z", "M9 4v16", "M12 9h4");
export const PersonIcon = drawn("M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z", "M4 21c0-4 3.5-6 8-6s8 2 8 6");
export const SunIcon = drawn(
  "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  "M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
);
export const EventIcon = drawn("M13 3L5 14h6l-1 7 8-11h-6z");
