import { fetchLazily } from '../lazy/fetch-lazily.ts'

/** Loads the style sheet again if it did not load with the page. The sign is a color token without a value. */
export function fetchStyles(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  const isThere = getComputedStyle(document.documentElement).getPropertyValue('--white-main') !== ''
  if (link && !isThere) void fetchLazily(() => loaded(link))
}

function loaded(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode()
    again.addEventListener('load', resolve)
    again.addEventListener('error', () => reject(new TypeError(link.href)))
    document.head.append(again)
  })
}
