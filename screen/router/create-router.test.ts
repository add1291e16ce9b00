// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouter, fixedHistory, type Route, type Router } from './create-router.ts'

let router: Router
const at = () => router.get().location.pathname
const shownPaths = () => router.get().matches.flatMap(({ path }) => path ?? [])
const start = (routes: readonly Route[]) => {
  router = createRouter(routes)
  return router.start()
}
/** A guard that waits until it is answered. */
function slowGuard() {
  const answers: ((instead?: string) => void)[] = []
  const guard = () => new Promise<string | undefined>((resolve) => answers.push(resolve))
  return { guard, answer: (instead?: string) => answers.shift()?.(instead) }
}

beforeEach(() => window.history.replaceState(null, '', '/one?x=1#here'))
afterEach(() => router.dispose())

test('nothing is shown until the guards of the first page allow it', async () => {
  const slow = slowGuard()
  const started = start([{ path: '/one', guard: slow.guard }])
  expect([shownPaths(), router.get().isLoading]).toEqual([[], true])
  slow.answer()
  await started
  expect([shownPaths(), router.get().isLoading]).toEqual([['/one'], false])
})

test('a page that the server has sent is shown before its guards are asked', () => {
  router = createRouter([{ path: '/one', guard: () => '/two' }, { path: '/two' }], {
    history: fixedHistory('/one'),
    isShown: true,
  })
  expect(shownPaths()).toEqual(['/one'])
})

test('a link of a sent page that was followed before the start is not forgotten by it', async () => {
  const slow = slowGuard()
  router = createRouter([{ path: '/one' }, { path: '/two', guard: slow.guard }], { isShown: true })
  const followed = router.navigate('/two')
  await router.start()
  expect([shownPaths(), router.get().isLoading]).toEqual([['/one'], true])
  slow.answer()
  await followed
  expect([at(), window.location.pathname, shownPaths()]).toEqual(['/two', '/two', ['/two']])
})

test('a guard gets the whole address, and an outer one is asked before an inner one', async () => {
  const asked: string[] = []
  const saying =
    (name: string) =>
    ({ pathname, search }: URL) =>
      void asked.push(`${name} ${pathname}${search}`)
  await start([{ guard: saying('outer'), children: [{ path: '/one', guard: saying('inner') }] }])
  expect(asked).toEqual(['outer /one?x=1', 'inner /one?x=1'])
})

test.each(['/two', '/TWO', '/two/'])('%s is the page /two', async (path) => {
  await start([{ path: '/one' }, { path: '/two' }])
  await router.navigate(path)
  expect(shownPaths()).toEqual(['/two'])
})

test('a page elsewhere is added to the history, or replaces the entry, with its state', async () => {
  await start([{ path: '*' }])
  const { length } = window.history
  await router.navigate('/two', { state: { answers: 1 } })
  expect(window.history.length).toBe(length + 1)
  expect(window.history.state).toMatchObject({ usr: { answers: 1 }, idx: 1 })
  await router.navigate('/three', { replace: true })
  expect(window.history.length).toBe(length + 1)
  expect([window.location.pathname, window.history.state.usr]).toEqual(['/three', null])
  expect(router.get().location.state).toBeNull()
})

test('a part of an address keeps the path', async () => {
  await start([{ path: '*' }])
  await router.navigate({ search: '?y=2' }, { replace: true })
  expect(window.location.pathname + window.location.search + window.location.hash).toBe('/one?y=2')
})

test('a guard that leads elsewhere leaves no entry behind', async () => {
  await start([{ path: '/one' }, { path: '/two', guard: () => '/three?z=3' }, { path: '/three' }])
  const { length } = window.history
  await router.navigate('/two')
  expect([at(), window.location.search, window.history.length]).toEqual(['/three', '?z=3', length + 1])
})

test('the page that a guard leads to gets the state', async () => {
  await start([{ path: '/one' }, { path: '/two', guard: () => '/three' }, { path: '/three' }])
  await router.navigate('/two', { state: { answers: 1 } })
  expect(router.get().location.state).toEqual({ answers: 1 })
})

test('Back and Forward ask the guards too', async () => {
  const asked: string[] = []
  await start([{ path: '*', guard: ({ pathname }) => void asked.push(pathname) }])
  await router.navigate('/two')
  await router.navigate(-1)
  await vi.waitFor(() => expect(at()).toBe('/one'))
  expect(asked).toEqual(['/one', '/two', '/one'])
})

test('a link to a question of the same page asks nobody', async () => {
  const guard = vi.fn()
  await start([{ path: '*', guard }])
  await router.navigate('/one?x=1#there')
  expect(router.get().location.hash).toBe('#there')
  expect(guard).toHaveBeenCalledTimes(1)
})

test('a guard that asks once is asked again after another part of the app', async () => {
  const guard = vi.fn()
  await start([{ guard, guardsOnce: true, children: [{ path: '/one' }, { path: '/two' }] }, { path: '/three' }])
  await router.navigate('/two')
  expect(guard).toHaveBeenCalledTimes(1)
  await router.navigate('/three')
  await router.navigate('/one')
  expect(guard).toHaveBeenCalledTimes(2)
})

test('a later navigation ends an earlier one', async () => {
  const slow = slowGuard()
  await start([{ path: '/one' }, { path: '/two', guard: slow.guard }, { path: '/three' }])
  const first = router.navigate('/two')
  await router.navigate('/three')
  slow.answer()
  await first
  expect([at(), shownPaths(), router.get().isLoading]).toEqual(['/three', ['/three'], false])
})

test('the earlier page stays until the code of the next has loaded, which is loaded once', async () => {
  let arrive = (_: string) => {}
  const load = vi.fn(() => new Promise<string>((resolve) => (arrive = resolve)))
  const two: Route = { path: '/two', load }
  await start([{ path: '/one' }, two])
  const going = router.navigate('/two')
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  expect([shownPaths(), router.get().isLoading]).toEqual([['/one'], true])
  arrive('the page')
  await going
  expect([shownPaths(), router.loaded(two)]).toEqual([['/two'], 'the page'])
  await router.navigate('/one')
  await router.navigate('/two')
  expect(load).toHaveBeenCalledTimes(1)
})

test('an error of a guard is shown at the address, until another page opens', async () => {
  const error = new Error('no')
  await start([
    { path: '/one' },
    {
      path: '/two',
      guard: () => {
        throw error
      },
    },
  ])
  await router.navigate('/two')
  expect([at(), router.get().failure]).toEqual(['/two', { error }])
  await router.navigate('/one')
  expect(router.get().failure).toBeUndefined()
})

test('an entry of another release, with a state that is no object, has none', async () => {
  window.history.replaceState({ usr: 'text', key: 'k', idx: 4 }, '')
  await start([{ path: '*' }])
  expect(router.get().location).toMatchObject({ state: null, key: 'k' })
})

test('what changes an entry on Back, and listened before the start, is read', async () => {
  router = createRouter([{ path: '*' }])
  const scrub = () => window.history.replaceState({ ...window.history.state, usr: { scrubbed: true } }, '')
  window.addEventListener('popstate', scrub)
  await router.start()
  await router.navigate('/two', { state: { secret: 1 } })
  await router.navigate('/three')
  await router.navigate(-1)
  await vi.waitFor(() => expect(at()).toBe('/two'))
  expect(router.get().location.state).toEqual({ scrubbed: true })
  window.removeEventListener('popstate', scrub)
})
