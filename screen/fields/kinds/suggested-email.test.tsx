// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { email, text } from '../../../engine/index.ts'
import { providePageData } from '../../client/page-data.ts'
import { controlFor, drawItems, leave, press, type, wordsOf } from '../drawn-for-test.tsx'
import { suggestedEmail } from './suggested-email.tsx'

const OURS = ['students.bridger.example', 'bridger.example', 'montana.edu']

/** Domains that people have addresses in: of schools, of the state and the armed forces, of providers here and abroad. */
const REAL = `gmail.com googlemail.com mail.com email.com ymail.com rocketmail.com gmx.com gmx.de gmx.net web.de mac.com
  me.com icloud.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.es hotmail.it hotmail.ca hotmail.com.ar
  live.com live.ca live.co.uk live.com.mx live.nl live.de outlook.com outlook.de outlook.fr outlook.es outlook.pt
  outlook.in outlook.jp outlook.com.br msn.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.ca yahoo.de yahoo.fr
  yahoo.com.mx yahoo.com.br yahoo.in att.net ait.net cox.net box.net fox.net aol.com aol.de aim.com comcast.net
  comcast.com charter.net charter.com verizon.net verizon.com bresnan.net centurylink.net q.com qq.com 163.com 126.com
  naver.com daum.net hanmail.net mail.ru yandex.ru yandex.com proton.me protonmail.com protonmail.ch pm.me tutanota.com
  tuta.io fastmail.com fastmail.fm hey.com zoho.com duck.com hushmail.com inbox.com sbcglobal.net bellsouth.net
  earthlink.net frontier.com frontiernet.net windstream.net optonline.net spectrum.net shaw.ca rogers.com telus.net
  bell.net sympatico.ca orange.fr free.fr laposte.net libero.it uol.com.br bol.com.br t-online.de seznam.cz wp.pl
  rediffmail.com sina.com foxmail.com cloud.com mailbox.org posteo.de ntlworld.com btinternet.com sky.com talktalk.net
  bigpond.com optusnet.com.au xtra.co.nz mt.gov state.mt.us usda.gov army.mil us.af.mil navy.mil k12.mt.us
  bozemanschools.org montana.edu student.montana.edu umontana.edu fvcc.edu mtech.edu msubillings.edu msun.edu mit.edu
  mtu.edu msu.edu msutexas.edu stanford.edu uidaho.edu byu.edu asu.edu g.ucla.edu vt.edu wisc.edu gwu.edu gmu.edu
  ncsu.edu uw.edu uvm.edu nyu.edu usc.edu ucsd.edu utexas.edu gatech.edu cornell.edu maine.edu monmouth.edu bridges.edu
  bridger.example students.bridger.example mail.utoronto.ca ox.ac.uk u-tokyo.ac.jp umail.ucsb.edu uni-köln.example`

const MISTAKES = `gmail.com: gmial.com gmal.com gmai.com gamil.com gnail.com gmaill.com gmail.co gmail.con gmail.cm gmail.om
  gmail.comm gmail.cmo gmil.com ggmail.com gmaul.com gmial.con gmailcom gmail,com GMIAL.COM gmail..com gmail.com.
  yahoo.com: yaho.com yahooo.com yhoo.com yahoo.con yahoo.cm yahoo.co yahoo.comm yhaoo.com
  hotmail.com: hotmial.com hotmal.com homail.com otmail.com hotmil.com hotmaill.com hotmail.con hotmail.cm
  outlook.com: outlok.com outloook.com oulook.com outlook.con outook.com outlokk.com
  icloud.com: iclod.com icoud.com icloud.con icloud.cm icluod.com
  aol.com: aol.con aol.cm
  msn.com: msn.con
  live.com: live.con
  comcast.net: comast.net comcast.ent comcat.net comcast.ne
  sbcglobal.net: sbcglobal.ent sbcgloba.net
  verizon.net: verizon.ent verzion.net
  att.net: att.ent
  ymail.com: ymail.con
  protonmail.com: protonmail.con prontonmail.com
  proton.me: protn.me
  bridger.example: bridgr.example brdiger.example bridger.exmaple
  students.bridger.example: student.bridger.example students.bridegr.example
  montana.edu: montna.edu montana.eud
  fvcc.edu: fvcc.eud
  bozemanschools.org: bozemanschools.ogr
  g.ucla.edu: g.ucla.eduu`

const real = REAL.split(/\s+/)
const mistakes = MISTAKES.trim()
  .split('\n')
  .flatMap((line) => {
    const [meant = '', typed = ''] = line.includes(': ') ? line.trim().split(': ') : ['gmail.com', line.trim()]
    return typed.split(' ').map((each) => [each, meant] as const)
  })

test('there are enough of both to judge by', () => {
  expect(real.length).toBeGreaterThan(60)
  expect(mistakes.length).toBeGreaterThan(30)
})
test.each(real)('%s may be right', (domain) => expect(suggestedEmail(`maya@${domain}`, OURS)).toBeUndefined())
test.each(mistakes)('%s was to be %s', (typed, meant) =>
  expect(suggestedEmail(`Maya.B+x@${typed}`, OURS)).toBe(`Maya.B+x@${meant}`),
)
test.each(['', 'maya', '@gmial.com', 'maya@', 'maya@com', 'maya@.con', 'maya@con', 'a@b@', ' '])(
  'nothing is known of %j',
  (typed) => expect(suggestedEmail(typed, OURS)).toBeUndefined(),
)

describe('the field', () => {
  const address = email('address', 'Email address', { help: 'Your own.' })
  const other = text('other', 'Other')
  const settings = readFileSync(join(import.meta.dirname, '../../../institution.json'), 'utf8')
  let drawn: Awaited<ReturnType<typeof drawItems>>
  beforeAll(() => {
    const institution = { ...JSON.parse(settings).public, email_domains: ['students.bridger.example'] }
    providePageData({
      institution,
      now: '2026-11-21T12:00:00Z',
      today: '2026-11-21',
      release: '',
      identity_cookie_prefix: '',
    })
  })
  beforeEach(async () => {
    drawn = await drawItems([address, other])
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await drawn.remove()
  })
  const box = () => controlFor(address)
  const line = () => {
    const id = box().getAttribute('aria-describedby')?.split(' ').at(-1)
    const found = document.getElementById(id ?? '')
    return id === 'address-after' && found ? wordsOf(found) : undefined
  }
  const passed = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))
  const leaveWith = async (typed: string) => {
    await type(box(), typed)
    await leave(box())
    await passed(300)
  }
  const QUESTION = 'Did you mean maya@gmail.com?'
  const ASKED = `${QUESTION} Yes, change it to maya@gmail.com No, keep it as maya@gmial.com`
  const button = (which: 1 | 2) => press(`#address-after button:nth-of-type(${which})`)

  test('asks once it is left, below the box, and is read aloud', async () => {
    await type(box(), 'maya@gmial.com')
    await passed(200)
    expect(line()).toBeUndefined()
    await leave(box())
    await passed(300)
    expect(line()).toBe(ASKED)
    await passed(200)
    const heard = [...document.querySelectorAll('[aria-live=polite]')].map(wordsOf).filter(Boolean)
    expect(heard).toEqual([QUESTION])
    expect(document.querySelector('#address-after [translate=no]')?.textContent).toBe('maya@gmail.com')
    expect(drawn.store.problems()).toEqual([])
  })

  test('takes the suggestion by one press, and has the focus again', async () => {
    await leaveWith('maya@gmial.com')
    await button(1)
    expect(drawn.store.current().answer.address).toBe('maya@gmail.com')
    expect(drawn.changes.at(-1)).toEqual({ keys: ['address'], how: 'commit' }) // so it is saved
    expect([document.activeElement, line()]).toEqual([box(), undefined])
  })

  test('keeps what was typed, and does not ask again for the same', async () => {
    await leaveWith('maya@gmial.com')
    await button(2)
    expect([drawn.store.current().answer.address, document.activeElement, line()]).toEqual([
      'maya@gmial.com',
      box(),
      undefined,
    ])
    await leave(box())
    await passed(300)
    expect(line()).toBeUndefined()
    await leaveWith('maya@hotmial.com')
    expect(line()).toContain('maya@hotmail.com')
  })

  test('says nothing while another address is typed, of a right one, and of none', async () => {
    await leaveWith('maya@gmial.com')
    await type(box(), 'maya@gmial.co')
    expect(line()).toBeUndefined()
    for (const typed of ['maya@gmail.com', 'maya@umontana.edu', '']) {
      await leaveWith(typed)
      expect([typed, line()]).toEqual([typed, undefined])
    }
  })

  test('knows the domains of the institution', async () => {
    for (const [typed, meant] of [
      ['maya@brdiger.example', 'maya@bridger.example'],
      ['maya@studnets.bridger.example', 'maya@students.bridger.example'],
    ] as const) {
      await leaveWith(typed)
      expect(line()).toContain(`Did you mean ${meant}?`)
    }
  })

  test('moves nothing while a button is pressed, which would be missed', async () => {
    const query = document.querySelector.bind(document)
    let pressed: Element | null = document.body
    vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
      selector === ':active' ? pressed : query(selector),
    )
    await leaveWith('maya@gmial.com')
    expect(line()).toBeUndefined()
    pressed = null
    await passed(100)
    expect(line()).toContain(QUESTION)
  })
})
