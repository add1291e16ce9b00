/** What we use of the package zipcodes, which has no types of its own. */
declare module 'zipcodes' {
  export const codes: Readonly<
    Record<string, { readonly zip: string; readonly city: string; readonly state: string; readonly country: string }>
  >
}
