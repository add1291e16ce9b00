/** The categories of lookups (requirement 3.state.17). */
export const lookupCategories = ['college_ceeb', 'hs_ceeb', 'address'] as const
export type LookupCategory = (typeof lookupCategories)[number]
