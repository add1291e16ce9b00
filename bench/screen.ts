import { chromium } from '@playwright/test'
import { shareOf } from './measure.ts'
import { startOwnServer } from './own-server.ts'
import { buildPeers, type Peer, peerPages, peers, serveFolder } from './screen/build-peers.ts'
import { type Measurements, measurePage, type Row, type Subject } from './screen/measure-page.ts'

const ROUNDS = 3
const libraries: Readonly<Record<Peer, string>> = {
  plain: 'plain React page',
  rjsf: '@rjsf/core',
  survey: 'survey-react-ui',
  formio: '@formio/js',
}
const errorsShown: Readonly<Record<Peer, string>> = {
  plain: '[role=alert]',
  rjsf: '.error-detail, .field-error, .text-danger',
  survey: '.sd-question__erbox, .sv-question__erbox, [role=alert]',
  formio: '.formio-error-wrapper, .has-error, .is-invalid, .alert-danger',
}
const OURS = 'this product'
const LONGEST_TASK = 200 // milliseconds, with a processor four times slower

/**
 * The first page side by side with a plain React page and with three form libraries that ask the same questions, in
 * Chromium with a slower processor and slow 4G: medians of three rounds, and how they compare with the plain page.
 * `CHROMIUM` names an installed browser. The libraries are installed outside the repository.
 */
export async function screenMeasurements(): Promise<readonly string[]> {
  const built = await buildPeers()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  })
  const all = new Map<string, Measurements[]>()
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // A server with a new account for each round, because an application is checked for the first time only once.
      const server = await startOwnServer()
      const served = await Promise.all(peers.map(async (peer) => ({ peer, ...(await serveFolder(built[peer])) })))
      try {
        for (const subject of [...served.map(peerSubject), ourSubject(server.address, server.cookie)]) {
          all.set(subject.name, [...(all.get(subject.name) ?? []), await measurePage(browser, subject)])
        }
      } finally {
        for (const { close } of served) close()
        await server.close()
      }
    }
  } finally {
    await browser.close()
  }
  return report(all)
}

const nextKey = peerPages()[1]?.find(({ kind }) => kind === 'line')?.key ?? ''

function peerSubject({ peer, address }: { peer: Peer; address: string }): Subject {
  return {
    name: libraries[peer],
    address,
    box: 'input:not([type]), input[type=text]',
    next: '#next',
    nextShown: `[id*="${nextKey}"], [name*="${nextKey}"], [data-name="${nextKey}"]`,
    check: '#check',
    checkShown: errorsShown[peer],
  }
}

function ourSubject(address: string, cookie: string): Subject {
  return {
    name: OURS,
    address: `${address}/about`,
    logIn: `${address}/login`,
    inside: { next: `${address}/about#main`, check: `${address}/final-steps#main`, cookie },
    box: '#first_name',
    next: 'a[href="/education"]',
    nextShown: `#${nextKey}`,
    check: 'main button[class*="submit"]',
    checkShown: '#missing-title',
  }
}

/** A line for each row: every median, as a factor of the plain page's, and whether the bars are met. */
function report(all: ReadonlyMap<string, readonly Measurements[]>): readonly string[] {
  const names = [...all.keys()]
  const rows = Object.keys(all.get(OURS)?.[0] ?? {}).filter((row): row is Row => row !== '')
  return rows.map((row) => {
    const medians = new Map(
      names.map(
        (name) =>
          [
            name,
            shareOf(
              (all.get(name) ?? []).map((measured) => measured[row]),
              0.5,
            ),
          ] as const,
      ),
    )
    const plain = medians.get(libraries.plain) ?? 0
    const ours = medians.get(OURS) ?? 0
    const printed = (name: string) => (medians.get(name) ?? 0).toFixed(row === 'layout shift' ? 3 : 1)
    const cells = names.map((name) => {
      const factor = plain > 0 ? ` (${((medians.get(name) ?? 0) / plain).toFixed(2)}×)` : ''
      return `${name} ${printed(name)}${factor}`
    })
    const isAhead = (name: string) => Number(printed(name)) < Number(printed(OURS))
    const behind = names.filter((name) => name !== OURS && name !== libraries.plain && isAhead(name))
    const verdicts = [
      ...(behind.length > 0 ? [`behind ${behind.join(', ')}`] : []),
      ...(row.startsWith('first field') && ours > 0.8 * plain ? ['more than 0.8 × the plain page'] : []),
      ...(row === 'longest task, ms' && ours > LONGEST_TASK ? [`more than ${LONGEST_TASK} ms`] : []),
      ...(row === 'total blocking time, ms' && ours > 2 * plain ? ['more than 2 × the plain page'] : []),
      ...(row.startsWith('keystroke') && ours > 1.2 * plain ? ['more than 1.2 × the plain page'] : []),
    ]
    return `screen: ${row}: ${cells.join('   ')}   ${verdicts.join('; ') || 'bar met'}`
  })
}
