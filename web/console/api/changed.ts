/**
 * The members that differ from those that a form began with: what others have changed meanwhile, and what may not be
 * changed any more, is not sent along.
 */
export function changed<Body extends object>(before: Body, now: Body): Partial<Body> {
  const differs = (name: string) =>
    JSON.stringify(before[name as keyof Body]) !== JSON.stringify(now[name as keyof Body]);
  return Object.fromEntries(Object.entries(now).filter(([name]) => differs(name))) as Partial<Body>;
}
