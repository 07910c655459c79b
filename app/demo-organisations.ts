import type { DemoPicture } from "../adapters/http/web/demo-pictures.ts";
import type { RailKind } from "../ports/rail.ts";
import type { OrganisationSettings } from "../src/organisations/organisation.ts";

interface DemoCompetition {
  /** Rail that sells it. The currency decides the rail, so each kind has a separate one. */
  readonly kind: RailKind;
  readonly currency: string;
  readonly rate?: string;
  readonly title: string;
  readonly description: string;
  readonly picture: DemoPicture;
}

/** A free competition with all tickets taken, which ends while a visitor watches. */
interface DemoDraw {
  readonly title: string;
  readonly description: string;
  readonly prize: string;
  readonly picture: DemoPicture;
  /** Tickets of each buyer, by the name in the mail address. */
  readonly buyers: Readonly<Record<string, number>>;
}

export interface DemoOrganisation {
  readonly slug: string;
  readonly name: string;
  readonly settings: Partial<OrganisationSettings>;
  readonly competitions: readonly DemoCompetition[];
  readonly draw: DemoDraw;
}

const inEnglish = (kind: RailKind, currency: string) =>
  `Charged in ${currency}, on the simulated rail \`${kind}\`: no money is taken.`;
const inArabic = (about: string, currency: string) =>
  `${about}\n\nالدفع بعملة ${currency} عبر مزوّد دفع تجريبي، ولا تُخصم أي أموال.`;

/** The organisation that the printed key and the documents belong to. */
export const FIRST: DemoOrganisation = {
  slug: "demo",
  name: "Demo Raffles",
  settings: {
    // That of the example of a session in the documents.
    returnHosts: ["shop.example"],
  },
  competitions: [
    {
      kind: "qr",
      currency: "VND",
      rate: "25400",
      title: "Weekend in a mountain cabin",
      description: inEnglish("qr", "VND"),
      picture: "cabin",
    },
    {
      kind: "fields",
      currency: "JPY",
      rate: "151.4",
      title: "Espresso machine",
      description: inEnglish("fields", "JPY"),
      picture: "espresso",
    },
    {
      kind: "flow",
      currency: "GBP",
      rate: "0.78",
      title: "Mirrorless camera",
      description: inEnglish("flow", "GBP"),
      picture: "camera",
    },
    {
      kind: "embed",
      currency: "EUR",
      rate: "0.92",
      title: "Road bike",
      description: inEnglish("embed", "EUR"),
      picture: "bike",
    },
    {
      kind: "redirect",
      currency: "USD",
      title: "Diver's watch",
      description: inEnglish("redirect", "USD"),
      picture: "watch",
    },
  ],
  draw: {
    title: "Coffee for a year",
    description: "Twelve free tickets, all taken. Entries close within a minute, then a block decides.",
    prize: "Coffee for a year",
    picture: "espresso",
    buyers: { maria: 3, jonas: 1, aiko: 4, sam: 2, lea: 2 },
  },
};

/** Another seller, with another look, in a language that is written from right to left. */
const SECOND: DemoOrganisation = {
  slug: "yasmin",
  name: "سوق الياسمين",
  settings: {
    locale: "ar",
    theme: {
      accent: "#0f766e",
      background: "#fffaf2",
      backgroundDark: "#0f1a19",
      radius: "4px",
      font: "serif",
    },
    termsUrl: "https://yasmin.example/terms",
    privacyUrl: "https://yasmin.example/privacy",
    imprintUrl: "https://yasmin.example/about",
    supportEmail: "help@yasmin.example",
    minimumAge: 18,
  },
  competitions: [
    {
      kind: "flow",
      currency: "EUR",
      rate: "0.92",
      title: "عطلة نهاية أسبوع في كوخ جبلي",
      description: inArabic("ليلتان لشخصين في كوخ خشبي بين الأشجار، مع مدفأة حطب وإطلالة على الوادي.", "EUR"),
      picture: "cabin",
    },
    {
      kind: "qr",
      currency: "USD",
      title: "آلة إسبريسو منزلية",
      description: inArabic("آلة من الفولاذ المقاوم للصدأ، مع مطحنة مدمجة وأنبوب بخار للحليب.", "USD"),
      picture: "espresso",
    },
    {
      kind: "redirect",
      currency: "KWD",
      rate: "0.307",
      title: "كاميرا رقمية بدون مرآة",
      description: inArabic("كاميرا خفيفة للسفر، تلتقط صورًا واضحة حتى في الإضاءة الخافتة.", "KWD"),
      picture: "camera",
    },
  ],
  draw: {
    title: "قهوة لمدة عام",
    description: "اثنتا عشرة تذكرة مجانية، حُجزت كلها. يُغلق باب الاشتراك خلال دقيقة، ثم تحدد كتلةٌ الفائز.",
    prize: "قهوة لمدة عام",
    picture: "espresso",
    buyers: { layla: 4, omar: 2, noor: 3, yusuf: 1, salma: 2 },
  },
};

export const DEMO_ORGANISATIONS: readonly DemoOrganisation[] = [FIRST, SECOND];
