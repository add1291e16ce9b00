import type { Outline, OutlineItem } from '../../../engine/index.ts'
import { type DocumentScan, scanInWords } from '../../documents/documents/index.ts'

/** An outline whose documents say after the name of their file whether it was scanned. */
export function withScans(
  { pages }: Outline,
  scans: ReadonlyMap<string, DocumentScan | null>,
  timeZone: string,
): Outline {
  const withScan = (item: OutlineItem): OutlineItem => {
    if (item.kind === 'group') return { ...item, items: item.items.map(withScan) }
    const scan = scans.get(item.key)
    if (!item.file || scan === undefined) return item
    const file_name = `${item.file.file_name} (${scanInWords(scan, timeZone)})`
    return { ...item, file: { ...item.file, file_name } }
  }
  return { pages: pages.map((page) => ({ ...page, items: page.items.map(withScan) })) }
}
