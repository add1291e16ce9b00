import { PDFDocument } from '@cantoo/pdf-lib'
import { appendPdfs, createPdfRenderer, veraPdf } from '../server/index.ts'
import { fullContent, packetSheets } from './application-pdf.ts'

const PACKETS_AT_ONCE = 20

/** Puts documents into packets, and counts what veraPDF finds in them (PDF/UA-1); only with CAUSEWAY_PEERS=1. */
export async function judgePackets(): Promise<{
  readonly add: (path: string, file: Uint8Array, pdf: Uint8Array) => Promise<void>
  readonly lines: () => Promise<readonly string[]>
}> {
  const verapdf = await veraPdf()
  if ('skipped' in verapdf)
    return {
      add: async () => undefined,
      lines: async () => [`documents: packets by veraPDF: skipped, because ${verapdf.skipped}`],
    }
  const count = { claimed: 0, broken: 0, asBefore: 0, without: 0 }
  const rules = new Map<string, number>()
  const renderer = createPdfRenderer()
  const { pdf: first } = await renderer.renderPdf(fullContent())
  let waiting: Record<string, { readonly file: Uint8Array; readonly packet: Uint8Array }> = {}
  /** What the file itself breaks; nothing if veraPDF cannot read it. */
  const rulesOf = async (path: string) => {
    const file = waiting[path]?.file
    const broken = file && (await verapdf({ [path]: file }).catch(() => undefined))
    return usable(broken?.[path] ?? [])
  }
  const judge = async () => {
    if (Object.keys(waiting).length === 0) return
    const packets = Object.fromEntries(Object.entries(waiting).map(([path, { packet }]) => [path, packet]))
    for (const [path, all] of Object.entries(await verapdf(packets))) {
      const found = usable(all)
      const claims = !found.includes(CLAIM_MISSING)
      const own = claims && found.length > 0 ? await rulesOf(path) : []
      const more = found.filter((rule) => !own.includes(rule))
      count[claims ? (found.length === 0 ? 'claimed' : more.length > 0 ? 'broken' : 'asBefore') : 'without'] += 1
      if (claims && more.length > 0) console.error(`${path}: its packet claims PDF/UA-1 and breaks ${more.join()}`)
      for (const rule of found) if (rule !== CLAIM_MISSING) rules.set(rule, (rules.get(rule) ?? 0) + 1)
    }
    waiting = {}
  }
  return {
    add: async (path, file, pdf) => {
      if (!Buffer.from(file.subarray(0, 1_024)).includes('%PDF-')) return
      waiting[path] = { file, packet: await packetOf(renderer, first, pdf) }
      if (Object.keys(waiting).length === PACKETS_AT_ONCE) await judge()
    },
    lines: async () => {
      await judge()
      await renderer.close()
      const most = [...rules].sort(([, one], [, other]) => other - one)
      return [
        `documents: packets of one document by veraPDF: ${count.claimed} meet the PDF/UA-1 that they claim, ${count.asBefore} break what their file breaks, ${count.broken} break more (bar: 0), ${count.without} claim nothing`,
        ...(most.length > 0
          ? [`documents: rules broken: ${most.map(([rule, packets]) => `${rule} in ${packets}`).join(', ')}`]
          : []),
      ]
    },
  }
}

const CLAIM_MISSING = 'ua1 5-1'
const usable = (broken: readonly { readonly rule: string }[]) =>
  broken.map(({ rule }) => rule).filter((rule) => rule.startsWith('ua1 '))

async function packetOf(
  renderer: ReturnType<typeof createPdfRenderer>,
  first: Uint8Array,
  pdf: Uint8Array,
): Promise<Uint8Array> {
  const pages = (await PDFDocument.load(pdf, { updateMetadata: false })).getPages().map(() => 'portrait' as const)
  const title = 'Document'
  const about = { title, file: 'a.pdf', attached: 'Nov 14, 2026', checked: '', pages }
  const sheets = await renderer.renderSheets({ ...packetSheets, summary: 'One document.', documents: [about] })
  const chunks: Uint8Array[] = []
  for await (const chunk of appendPdfs(first, sheets, one())) chunks.push(chunk)
  return Buffer.concat(chunks)
  async function* one() {
    yield { title, pages: pages.length, pdf }
  }
}
