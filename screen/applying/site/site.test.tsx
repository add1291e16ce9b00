// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { pageData, providePageData } from '../../client/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { createRouter, RouterView } from '../../router/index.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Not the institution in institution.json, so that everything on the screen must come from the page. */
const institution = {
  partner_name: 'Hyalite College',
  application_title: 'Apply to Hyalite',
  office: 'Front Office',
  address: { line_1: '7 Canyon Road', city: 'Libby', state: 'Idaho', zip: '83801' },
  phone: '(208) 555-0101',
  phone_toll_free: '(888) 555-0102',
  fax: '(208) 555-0103',
  help_email: 'ask@hyalite.example',
  links: Object.fromEntries(
    ['transfer', 'freshman', 'international', 'registration', 'disability_services'].map((name) => [
      name,
      `https://hyalite.example/${name}`,
    ]),
  ),
  vendor: 'Ford and Ferry',
  alert: null,
}

let root: Root
beforeAll(preloadLazyCode)
beforeEach(async () => {
  const data = JSON.stringify({ institution, today: '2031-02-03', now: '2031-02-03T08:00:00Z' })
  document.body.innerHTML = `<script type="application/json" id="institution">${data}</script><div id="root"></div>`
  const page = (
    <>
      <SiteHeader account={null} />
      <SiteFooter />
    </>
  )
  root = createRoot(the('#root'))
  const router = createRouter([{ path: '*', element: page }], { isShown: true })
  root.render(<RouterView router={router} meanwhile={null} ErrorPage={() => null} />)
  await vi.waitFor(() => the('footer'), { timeout: 30_000 })
})
afterEach(() => root.unmount())

function the(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`Nothing on the page matches ${selector}`)
  return found
}
const words = (selector: string) => (the(selector).textContent ?? '').replace(/\s+/g, ' ').trim()

/** Opens a dialog of the footer and waits for its content. */
async function openDialog(name: string): Promise<void> {
  const button = [...document.querySelectorAll<HTMLElement>('footer button')].find((each) => each.textContent === name)
  expect(button?.getAttribute('aria-haspopup')).toBe('dialog')
  button?.click()
  await vi.waitFor(() => expect(words('[role=dialog]')).toContain(institution.help_email), { timeout: 30_000 })
}
const links = () => [...document.querySelectorAll('[role=dialog] a')].map((each) => each.getAttribute('href') ?? '')

test('the header shows logo, title and partner', () => {
  expect(words('header'), proves('1.institution.3')).toBe('Apply to HyaliteHyalite College')
  expect(the('header a').querySelector('svg')).not.toBeNull()
})

test('the footer shows partner, postal address, city and phone, and the vendor in the copyright line', () => {
  expect(words('footer address'), proves('1.footer.1')).toBe(
    'Front Office, 7 Canyon RoadLibby, Idaho 83801(208) 555-0101',
  )
  expect(words('footer'), proves('1.footer.1')).toContain('Hyalite College')
  expect(words('footer'), proves('1.footer.8')).toContain('© 2031 Ford and Ferry. All rights reserved.')
})

test('Help shows the email address and phone number', async () => {
  await openDialog('Help')
  expect(words('[role=dialog] h2'), proves('1.footer.2')).toBe('Help')
  expect(words('[role=dialog] p'), proves('1.footer.4', '1.institution.5')).toContain(
    'please write to ask@hyalite.example.',
  )
  expect(links().slice(0, 3), proves('1.footer.5')).toEqual([
    'mailto:ask@hyalite.example',
    'tel:(208) 555-0101',
    'tel:(888) 555-0102',
  ])
  expect(links().slice(3)).toEqual(Object.values(institution.links).slice(0, -1))
  expect(words('[role=dialog] address'), proves('1.footer.5')).toBe(
    'Front OfficeHyalite College7 Canyon RoadLibby, Idaho 83801',
  )
  expect(words('[role=dialog]')).toContain('(208) 555-0103')
})

test('Help names no fax and no toll-free number of an office that has none', async () => {
  const { fax: _fax, phone_toll_free: _tollFree, ...left } = pageData().institution
  providePageData({ ...pageData(), institution: left })
  await openDialog('Help')
  expect(words('[role=dialog] dl')).not.toMatch(/Fax|Toll free|undefined/)
  expect(links().filter((each) => each.startsWith('tel:'))).toEqual(['tel:(208) 555-0101'])
})

test('the accessibility statement says what is met, what is not, and whom to ask', async () => {
  await openDialog('Accessibility')
  expect(words('[role=dialog] h2')).toBe('Accessibility')
  expect(words('[role=dialog]')).toMatch(
    /Hyalite College wants everyone.*WCAG\) 2\.2, levels A and AA.*doesn’t work well yet/,
  )
  expect(links()).toEqual([
    'mailto:ask@hyalite.example',
    'tel:(208) 555-0101',
    'https://hyalite.example/disability_services',
  ])
})

test('Privacy has the cookie notice, with links to the help pages of the main browsers', async () => {
  await openDialog('Privacy')
  expect(words('[role=dialog] h2'), proves('1.footer.3', '1.footer.6')).toBe('Privacy Policy and Cookie Notice')
  expect(words('[role=dialog]'), proves('1.footer.7')).toMatch(/When you log in, we set two cookies/)
  const makers = links().flatMap((each) => (each.startsWith('https:') ? [new URL(each).hostname] : []))
  expect(new Set(makers), proves('1.footer.7')).toEqual(
    new Set(['support.google.com', 'support.microsoft.com', 'support.mozilla.org', 'support.apple.com']),
  )
})

const NOBODY = 'We give them to nobody else, except where the law requires it.'

test('Privacy names the systems that are given applications, and says “nobody else” only without them', async () => {
  await openDialog('Privacy')
  expect(words('[role=dialog]')).toContain(NOBODY)
  the('[role=dialog] button').click()
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull(), { timeout: 30_000 })
  providePageData({ ...pageData(), recipients: ['Slate, our admissions system', 'advising'] })
  await openDialog('Privacy')
  expect(words('[role=dialog]')).not.toContain(NOBODY)
  expect([...document.querySelectorAll('[role=dialog] ul li')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Slate, our admissions system', 'advising']),
  )
  providePageData({ ...pageData(), recipients: [] })
})

test('Privacy says that staff can open an application before it is submitted', async () => {
  await openDialog('Privacy')
  expect(words('[role=dialog]')).toMatch(
    /Until you submit, only a few of our staff can open your application.*recorded/,
  )
})

test('Help ends with the fees and the links of the institution’s own, in its order; Privacy says how long it keeps what', async () => {
  const { links } = institution
  const more_links = ['Summer housing', 'Dining'].map((title) => ({
    id: title,
    title,
    address: `https://x.example/${title}`,
  }))
  const fees = { fees: 'https://hyalite.example/fees', fee_waiver: 'https://hyalite.example/waiver' }
  const data = pageData()
  providePageData({
    ...data,
    institution: {
      ...data.institution,
      links: { ...data.institution.links, ...links, ...fees },
      more_links,
      office_hours: 'Monday to Friday, 8 a.m. to 5 p.m.',
      retention_notice: 'We keep applications for five years.',
    },
  })
  await openDialog('Help')
  expect(words('[role=dialog]')).toMatch(/Office hours ?Monday to Friday, 8 a.m. to 5 p.m./)
  const shown = [...document.querySelectorAll<HTMLAnchorElement>('[role=dialog] a[target]')]
  expect(shown.slice(-4).map(({ textContent, href }) => [textContent, href])).toEqual([
    ['Fees', fees.fees],
    ['Fee waiver', fees.fee_waiver],
    ['Summer housing', 'https://x.example/Summer%20housing'],
    ['Dining', 'https://x.example/Dining'],
  ])
  document.querySelector<HTMLElement>('[role=dialog] button')?.click()
  await openDialog('Privacy')
  expect(words('[role=dialog]')).toContain('We keep applications for five years.')
})
