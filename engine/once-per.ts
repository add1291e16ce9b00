/** The same function, computed once for each object given: a form never changes, so neither does what follows from it. */
export function oncePer<Given extends object, Result>(compute: (given: Given) => Result): (given: Given) => Result {
  const known = new WeakMap<Given, { readonly result: Result }>()
  return (given) => {
    const found = known.get(given) ?? { result: compute(given) }
    known.set(given, found)
    return found.result
  }
}
