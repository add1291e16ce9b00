// @vitest-environment happy-dom

import { getNonce } from 'get-nonce'
import { act } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { allowMovedNodes, feedNonce, listenAboveElements } from './prepare-page.ts'

/** As a page must not be drawn: a text that comes and goes, beside an element that does. */
const Line = ({ isSaved }: { isSaved: boolean }) => (
  <p>
    {isSaved && <b>✓</b>}
    {isSaved ? 'Saved' : null}
    {isSaved ? null : 'Not saved yet'}
  </p>
)

describe('prepare page', () => {
  const { removeChild, insertBefore } = Node.prototype
  let box = document.createElement('div')

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    box = document.createElement('div')
    document.body.append(box)
  })

  afterEach(() => {
    Object.assign(Node.prototype, { removeChild, insertBefore })
    vi.unstubAllGlobals()
    box.remove()
  })

  /** Draws the line, lets `change` work on its text, and draws it with the other text. */
  async function redrawn(change: (text: ChildNode) => void, from: boolean) {
    const failures: unknown[] = []
    const root = createRoot(box, { onUncaughtError: (error) => failures.push(error) })
    await act(async () => root.render(<Line isSaved={from} />))
    const text = box.querySelector('p')?.lastChild
    if (text) change(text)
    await act(async () => root.render(<Line isSaved={!from} />))
    return { failures, text: box.textContent, root }
  }

  const translate = (text: ChildNode) => {
    const outer = document.createElement('font')
    outer.append(text.textContent?.toUpperCase() ?? '')
    text.replaceWith(outer)
  }

  const wrap = (text: ChildNode) => {
    const outer = document.createElement('font')
    text.replaceWith(outer)
    outer.append(text)
  }

  test.each([true, false])('without it, a translated text ends the page (saved before: %s)', async (from) => {
    await expect(redrawn(translate, from)).rejects.toThrow('not a child of this node')
  })

  test('a text that was replaced is left, and everything else goes on', async () => {
    const report = vi.fn()
    allowMovedNodes(report)
    const { failures, text, root } = await redrawn(translate, true)
    expect(failures).toEqual([])
    expect(text).toBe('SAVEDNot saved yet')
    await act(async () => root.render(<Line isSaved />))
    expect(box.textContent).toContain('Saved')
    expect(report).toHaveBeenCalledTimes(1)
  })

  test.each([true, false])(
    'a text in an element of somebody else goes with that element (saved before: %s)',
    async (from) => {
      const report = vi.fn()
      allowMovedNodes(report)
      const { failures, text, root } = await redrawn(wrap, from)
      expect(failures).toEqual([])
      expect(text).toBe(from ? 'Not saved yet' : '✓Saved')
      await act(async () => root.unmount())
      expect(box.textContent).toBe('')
      expect(report).toHaveBeenCalledTimes(1)
    },
  )

  test('what was to come before a node that has left comes last', () => {
    const report = vi.fn()
    allowMovedNodes(report)
    const [first, left, late] = ['i', 'b', 'u'].map((name) => document.createElement(name))
    if (!first || !left || !late) throw new Error('Nothing to put in.')
    box.append(first, left)
    left.remove()
    expect(box.insertBefore(late, left)).toBe(late)
    expect([...box.children]).toEqual([first, late])
    expect(report.mock.calls[0]?.[0]).toMatchObject({
      message: 'A B that the page drew has been moved by somebody else.',
    })
  })

  test('it changes nothing for nodes that are where they were put', () => {
    const report = vi.fn()
    allowMovedNodes(report)
    const [first, second] = [document.createElement('i'), document.createElement('b')]
    box.insertBefore(second, null)
    box.insertBefore(first, second)
    expect([...box.children]).toEqual([first, second])
    box.removeChild(first)
    expect([...box.children]).toEqual([second])
    expect(report).not.toHaveBeenCalled()
  })
})

describe('listen above elements', () => {
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
})

describe('feed nonce', () => {
  test('the nonce of the page reaches the library that creates style elements', () => {
    feedNonce(document)
    expect(getNonce()).toBeUndefined()
    document.head.innerHTML = '<meta name="style-nonce" content="r4nd0m">'
    feedNonce(document)
    expect(getNonce()).toBe('r4nd0m')
  })
})
