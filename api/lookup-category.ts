/** What can be looked up (specification §3). */
export const lookupCategories = ['college_ceeb', 'hs_ceeb', 'address'] as const
export type LookupCategory = (typeof lookupCategories)[number]
