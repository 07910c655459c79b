/** How often fair chance spreads at least as unevenly as these counts: the p of a chi-squared test. */
export function chanceOfCounts(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return chiSquaredTail(statistic, counts.length - 1);
}

/** Upper tail: the regularized incomplete gamma function Q(k/2, x/2), by its series or its continued fraction. */
export function chiSquaredTail(statistic: number, freedom: number): number {
  const a = freedom / 2;
  const x = statistic / 2;
  if (x <= 0) return 1;
  const scale = Math.exp(-x + a * Math.log(x) - logGammaOfHalves(freedom));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; term > sum * 1e-15; n += 1) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - sum * scale;
  }
  // Lentz's method.
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 10_000; n += 1) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return scale * fraction;
}

/** ln Γ(halves / 2), exactly by Γ(z + 1) = z Γ(z) from Γ(1) = 1 or Γ(1/2) = √π. */
function logGammaOfHalves(halves: number): number {
  let sum = halves % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let z = halves % 2 === 0 ? 1 : 0.5; z < halves / 2; z += 1) sum += Math.log(z);
  return sum;
}
