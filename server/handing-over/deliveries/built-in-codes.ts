import countries from 'i18n-iso-countries'
import { stateFrom } from '../../applying/lookups/index.ts'

/** Codes that anyone may use, by the name under which a target asks for them: the code of one of our values. */
export const builtInCodes: Readonly<Record<string, { readonly list: string; readonly codeOf: CodeOf }>> = {
  // The form's codes are ISO 3166-1 alpha-3 but for these two.
  'iso-3166-1-alpha-2': {
    list: 'countries',
    codeOf: (country) => ({ UK: 'GB', XKX: 'XK' })[country] ?? countries.alpha3ToAlpha2(country),
  },
  'iso-3166-1-alpha-3': { list: 'countries', codeOf: (country) => ({ UK: 'GBR' })[country] ?? country },
  usps: { list: 'states', codeOf: (name) => stateFrom(name)?.code },
  // A school that the applicant typed, or that only the institution knows, has no number.
  ipeds: { list: 'schools', codeOf: (id) => /^ipeds:(\d+)$/.exec(id)?.[1] ?? '' },
}

type CodeOf = (ours: string) => string | undefined
