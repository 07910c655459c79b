/**
 * Returns the members that differ from the form's initial values. Members that others changed meanwhile, or that
 * may no longer be changed, are not sent.
 */
export function changed<Body extends object>(before: Body, now: Body): Partial<Body> {
  const differs = (name: string) =>
    JSON.stringify(before[name as keyof Body]) !== JSON.stringify(now[name as keyof Body]);
  return Object.fromEntries(Object.entries(now).filter(([name]) => differs(name))) as Partial<Body>;
}
