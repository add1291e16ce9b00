/** Joins the class names that apply; what is false, empty or undefined is left out. */
export function classNames(...names: ReadonlyArray<string | false | undefined>): string {
  return names.filter(Boolean).join(' ')
}
