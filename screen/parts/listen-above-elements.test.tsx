// @vitest-environment happy-dom
import { act } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { listenAboveElements } from './listen-above-elements.ts'

test('no element around a page listens for clicks, and a click is handled once, also in what is drawn elsewhere', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = document.createElement('div')
  document.body.append(root)
  const listening = [root, document.body].map((element) => vi.spyOn(element, 'addEventListener'))
  listenAboveElements(root, document.body)
  const clicked: string[] = []
  const drawn = createRoot(root)
  await act(async () =>
    drawn.render(
      <main>
        <button type="button" onClick={() => clicked.push('here')}>
          Here
        </button>
        {createPortal(
          <button type="button" onClick={() => clicked.push('there')}>
            There
          </button>,
          document.body,
        )}
      </main>,
    ),
  )
  const types = listening.flatMap(({ mock }) =>
    mock.calls.flatMap(([type], at) => (mock.contexts[at] === document ? [] : [type])),
  )
  expect(types).toContain('keydown')
  expect(types.filter((type) => /^(click|mousedown|mouseup)$/.test(type))).toEqual([])
  expect([root.onclick, document.body.onclick].map(Boolean)).toEqual([false, false])
  const [here, there] = document.querySelectorAll('button')
  here?.click()
  expect(clicked.splice(0)).toEqual(['here'])
  there?.click()
  expect(clicked.splice(0)).toEqual(['there'])
  await act(async () => drawn.unmount())
  vi.unstubAllGlobals()
})
