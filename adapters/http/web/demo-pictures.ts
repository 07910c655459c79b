/** Pictures of the demo's competitions: files of `web/pictures/`. */
export const DEMO_PICTURES = ["watch", "bike", "camera", "espresso", "cabin"] as const;
export type DemoPicture = (typeof DEMO_PICTURES)[number];

export function demoPicturePath(picture: DemoPicture): `/${string}` {
  return `/demo/${picture}.svg`;
}
