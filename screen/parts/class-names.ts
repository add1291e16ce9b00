/** Joins the class names that apply, skipping false, empty and undefined ones. */
export function classNames(...names: ReadonlyArray<string | false | undefined>): string {
  return names.filter(Boolean).join(' ')
}
