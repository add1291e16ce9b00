/** Types for what we use of the package zipcodes, which has none. */
declare module 'zipcodes' {
  export const codes: Readonly<
    Record<string, { readonly zip: string; readonly city: string; readonly state: string; readonly country: string }>
  >
}
