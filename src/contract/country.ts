/** Newer runtimes have `getTimeZones()`, older ones a `timeZones` property. */
type LocaleOfCountry = Intl.Locale & {
  readonly getTimeZones?: () => readonly string[] | undefined;
  readonly timeZones?: readonly string[];
};

/** The time zones of a country; empty if the code is not a country, or a former one. */
export function zonesOf(country: string): readonly string[] {
  const tag = `und-${country}`;
  if (Intl.getCanonicalLocales(tag)[0] !== tag) return [];
  const locale: LocaleOfCountry = new Intl.Locale(tag);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Uninhabited, so they have no time zone. */
const UNINHABITED = ['BV', 'HM'];

/** Whether a text is an ISO 3166-1 alpha-2 code. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && (UNINHABITED.includes(code) || zonesOf(code).length > 0);
}
