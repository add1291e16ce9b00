import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const css = readFileSync(join(import.meta.dirname, '../../screen/styles/tokens.css'), 'utf8')
/** The colors of the product that an institution's own face replaces, as a browser says them. */
const ours = [...css.matchAll(/--(?!error|success|white-(?:extra-)?light)[\w-]+:\s*#(?!ffffff)([\da-f]{6});/g)].map(
  ([, hex = '']) => `rgb(${[0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`,
)

/** What of the product's own face is on a page: colors of elements and tokens, the mark, the icon, the mountains. */
export const leftOn = (page: Page) =>
  page.evaluate((colors) => {
    const found = new Set<string>()
    const names = ['color', 'background-color', 'border-top-color', 'outline-color', 'fill', 'stroke', 'box-shadow']
    for (const element of document.querySelectorAll('*'))
      for (const part of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, part)
        for (const name of names)
          for (const color of colors)
            if (style.getPropertyValue(name).includes(color)) found.add(`${element.tagName} ${name} ${color}`)
        if (part && element.checkVisibility() && style.content !== 'none' && style.maskImage !== 'none')
          found.add(`${element.tagName} mountains`)
      }
    if (document.querySelector('path[d^="M18 6l6.5"]')) found.add('the mark')
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel*=icon]'))
      if (!link.href.includes('/brand/')) found.add(link.href)
    return [...found]
  }, ours)

/** Whether each logo on the page has come, and how large it is drawn. */
export const logosOn = (page: Page) =>
  page
    .locator('picture img')
    .evaluateAll((all) =>
      all.map((each) => each instanceof HTMLImageElement && each.naturalWidth > 0 && each.clientHeight),
    )
