import { RouterContext, useRouter } from './router-context.ts'

/** Where a layout puts what is inside it: the next layout, or the page. */
export function Outlet() {
  const within = useRouter()
  const depth = within.depth + 1
  const route = within.shown.matches[depth - 1]
  if (route === undefined) return null
  const { Component = Outlet, element = <Component /> } = route
  return (
    <RouterContext value={{ ...within, depth }}>{route.load ? within.router.loaded(route) : element}</RouterContext>
  )
}
