import { useState } from 'react'
import { MOST_SEALS, sealsIn } from '../../api/browser.ts'
import type { Reply } from '../../api/index.ts'
import { locale, say, toSay } from '../../engine/index.ts'
import { SiteFooter, SiteHeader } from '../applying/site/index.ts'
import { CallError, call, pageData } from '../client/index.ts'
import { Sheet } from '../documents/from-phone/index.ts'
import { ChooseFiles } from '../fields/index.ts'
import { given, marked, Notice, Status, sentence, ToastProvider } from '../parts/index.ts'

/**
 * The page on which anybody can see whether a PDF is unaltered (docs/decisions/0018). The digest is taken here, so that
 * no copy of somebody's application goes anywhere.
 */
export function CheckPdfPart() {
  const [checked, setChecked] = useState<Checked>()
  const { partner_name } = pageData().institution
  const check = async (file: File) => {
    setChecked({ name: file.name, outcome: 'checking' })
    setChecked({ name: file.name, outcome: await outcomeOf(file) })
  }
  return (
    <ToastProvider>
      <SiteHeader account={null} />
      <Sheet title={say('Check a PDF')}>
        <p>
          {sentence(
            'Is a PDF of an application really from {institution}, and is it unaltered? Choose the file. It’s compared with its seal on this device, and isn’t sent to us.',
            { institution: <strong translate="no">{partner_name}</strong> },
          )}
        </p>
        <p>{say('A printed page can’t be checked. Ask for the file.')}</p>
        <div>
          <ChooseFiles variant="outline" accept="application/pdf,.pdf" onFiles={([file]) => file && void check(file)}>
            {say('Choose a PDF')}
          </ChooseFiles>
        </div>
        <Status>{checked && <Result {...checked} />}</Status>
      </Sheet>
      <SiteFooter />
    </ToastProvider>
  )
}

type Checked = { readonly name: string; readonly outcome: 'checking' | Outcome }
type Outcome = Reply<'checkPdf'> | { readonly failed: string }

/** What the server says of a file's seals. */
async function outcomeOf(file: File): Promise<Outcome> {
  // Browsers have it only for pages that came by https, and for those of the device itself.
  if (!('subtle' in crypto)) return { failed: say('This page must be opened with https:// to check a file.') }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const seals = []
    for (const { seal, beginnings } of sealsIn(bytes).slice(-MOST_SEALS)) {
      const digests = []
      for (const { bytes, hashed } of beginnings)
        digests.push({ bytes, digest: hex(await crypto.subtle.digest('SHA-256', hashed())) })
      seals.push({ seal, beginnings: digests })
    }
    return await call('checkPdf', { length: bytes.length, seals })
  } catch (error) {
    if (error instanceof CallError) return { failed: error.message }
    if (error instanceof DOMException || error instanceof RangeError)
      return { failed: say('Your browser can’t read this file. Please choose it again.') }
    throw error
  }
}

const hex = (digest: ArrayBuffer) =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function Result({ name, outcome }: Checked) {
  if (outcome === 'checking') return <p>{marked(say('Checking {file} …', { file: given(name) }))}</p>
  if ('failed' in outcome)
    return (
      <Notice kind="error" title={say('We couldn’t check it')}>
        <p>{outcome.failed}</p>
      </Notice>
    )
  const { kind, title, words } = verdicts[outcome.is]
  return (
    <Notice kind={kind} title={<span>{say(title)}</span>}>
      <p>{marked(given(name))}</p>
      <p>{marked(inWords(words, outcome))}</p>
    </Notice>
  )
}

type Verdict = {
  readonly kind: 'success' | 'error' | 'plain'
  readonly title: string
  readonly words: string | About
}

/** What is said of a PDF that is about an application, of a packet, and of any other file of ours. */
type About = { readonly application: string; readonly packet: string; readonly other: string }

function inWords(words: string | About, { about }: Reply<'checkPdf'>): string {
  if (typeof words === 'string') return say(words)
  if (!about) return say(words.other)
  const values = { reference: given(about.reference), day: day(about.made) }
  return say(about.kind === 'packet' ? words.packet : words.application, values)
}

const day = (made: string) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: pageData().institution.time_zone }).format(
    new Date(made),
  )

const unknown = (words: string): Verdict => ({ kind: 'plain', title: toSay('Unknown'), words })

const verdicts: Readonly<Record<Reply<'checkPdf'>['is'], Verdict>> = {
  whole: {
    kind: 'success',
    title: toSay('Unaltered'),
    words: {
      application: toSay(
        'This is the application with the reference number {reference}, made on {day}, exactly as we made it.',
      ),
      packet: toSay('This is the packet with the reference number {reference}, made on {day}, exactly as we made it.'),
      other: toSay('This is a file of ours, exactly as we made it.'),
    },
  },
  part: {
    kind: 'error',
    title: toSay('Altered'),
    words: {
      application: toSay(
        'In this file is the application with the reference number {reference}, made on {day}. Something was added to it or altered later.',
      ),
      packet: toSay(
        'In this file is the packet with the reference number {reference}, made on {day}. Something was added to it or altered later.',
      ),
      other: toSay('In this file is a file of ours. Something was added to it or altered later.'),
    },
  },
  changed: {
    kind: 'error',
    title: toSay('Altered'),
    words: toSay('This file has our seal, and was altered after we made it.'),
  },
  'no seal': unknown(
    toSay(
      'This file has no seal. It isn’t from us, or another program has written it again, as printing to a PDF does.',
    ),
  ),
  'another key': unknown(toSay('This file was sealed by somebody else, or with a key that we don’t have anymore.')),
  'not found': unknown(toSay('We don’t have this file.')),
}
