import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { png } from './support/documents.ts'
import { BY, command } from './support/operator.ts'
import {
  expectHeard,
  SAVED,
  type Step,
  startScreenReader,
  tabUntil,
  whyNoScreenReader,
  withoutWaits,
} from './support/screen-reader.ts'
import { expect, skipBecause, test } from './support/story.ts'

skipBecause(whyNoScreenReader(), 'Journeys with a screen reader')

const EMAIL = 'rosa.hears@mail.example'
const MINUTE = 60_000 // ms
const UNCHOSEN = 'not selected radio button'

/** All that an application needs but a college and one answer about conduct. */
const almostAll = {
  first_name: 'Vera',
  last_name: 'King',
  address_line_1: '1 Main Street',
  city: 'Bozeman',
  state: 'Montana',
  zip: '59715',
  country: 'USA',
  phone_home: '(406) 555-0123',
  birth_date: '2004-02-29',
  us_citizen: 'Y',
  entry_term: '202770',
  degree_nondegree: 'ND',
  crime_no: 'true',
  pending_no: 'true',
  charges_no: 'true',
  certify_checkbox: 'true',
  obligation_checkbox: 'true',
  legal_agree: 'true',
}

const whichAreRight =
  'You answered these questions differently on this device and somewhere else, or before you logged in. Nothing changes until you choose.'
const conflict: readonly Step[] = [
  ['type Verena'],
  // Orca reads all that is in a window that takes the focus as one sentence.
  [
    'Tab',
    'Middle Name (optional) entry.',
    // When it was saved comes from the server, and so sometimes too late for this.
    new RegExp(
      `^Which answers are right\\? ${whichAreRight} First Name Saved Vanessa (just now )?On this device Verena Answered just now, not saved yet\\.$`,
    ),
  ],
  ['Tab', 'Close push button.'],
  ['Tab', 'Choose all saved push button.'],
  ['Tab', 'Choose all from this device push button.'],
  ['Tab', 'First Name panel.', /^Saved Vanessa .*\.$/, 'selected radio button'],
  ['Tab', 'Use these answers push button.'],
]

const inactive = 'You’ve been inactive. To protect your information, we’ll log you out soon. Your answers are safe.'
const stillWorking = [expect.stringMatching(new RegExp(`^Still working\\? ${inactive} \\d\\d seconds left\\.$`))]
/** Not how long is left, which comes between other words. */
const isNoCount = (words: string) => !/^\d\d seconds left$/.test(words)
const loggedOut = 'You have been automatically logged out due to inactivity.'

const school: readonly Step[] = [
  ['Down', 'List with 6 items', 'Western Carolina University Cullowhee, North Carolina.'],
  ['Down', 'Western Colorado University Gunnison, Colorado.'],
  // Orca tells of the list that the choice has changed, and of the place of the focus again when it goes on.
  [
    'Return',
    'College or university panel.',
    /^Western Colorado University.* panel\.$/,
    'leaving panel.',
    'Type of school (optional) combo box collapsed',
    'Four-year college or university.',
  ],
  [
    'Tab',
    'College or university panel.',
    /^Western Colorado University.* panel\.$/,
    'Change Western Colorado University push button.',
  ],
  ['Tab', 'Edit address of Western Colorado University push button.'],
]

const another: readonly Step[] = [
  [
    'Return',
    'College 2 panel.',
    'College or university panel.',
    'Search for Your School editable combo box.',
    'College 2 added.',
  ],
  ['shift+Tab', 'leaving panel.', 'Remove College 2 push button.'],
  ['Return', 'Add another college push button.', 'College 2 removed.'],
]

const register: readonly Step[] = [
  ['Return', 'We are missing some information! region.'],
  ['Tab', 'Please answer the question about registration as an offender. link.'],
  [
    'Return',
    'leaving list.',
    'leaving region.',
    'region Conduct and certification',
    'Are you required to register as a sexual or violent offender? panel.',
    'No.',
    UNCHOSEN,
    'Please answer the question about registration as an offender.',
  ],
  ['space', 'selected'],
]

test('what a screen reader says from the account to the receipt', async ({ page, product, mailbox }) => {
  const person = { email: EMAIL, password: PASSWORD }
  const save = async (answers: Readonly<Record<string, string>>) =>
    expect(await page.request.put('/api/answer', { data: answers })).toBeOK()
  await page.goto('/signup')
  await signUp(page, mailbox, person)
  await logIn(page, person)
  await page.goto('about:blank')
  await save(almostAll)
  const reader = await startScreenReader(`${product.address}/login`)
  try {
    await test.step('the log-in card', async () => {
      await tabUntil(reader, 'Email address entry')
      await expectHeard(reader, [[`type ${EMAIL}`], ['Tab', 'Password password text.'], [`type ${PASSWORD}`]])
      expect
        .soft((await reader.press('Return', 'Personal Info heading level 1.')).slice(-1))
        .toEqual(['Personal Info heading level 1.'])
    })
    await test.step('an answer that was changed on another device', async () => {
      await save({ first_name: 'Vanessa' })
      await tabUntil(reader, 'First Name entry Vera')
      await expectHeard(reader, conflict)
      await reader.press('Return', 1)
    })
    await test.step('the end of a session that nobody uses', async () => {
      await reader.later(14 * MINUTE)
      expect.soft((await reader.listen(1)).filter(isNoCount)).toEqual(stillWorking)
      const stops = [...(await reader.press('Tab', 1)), ...(await reader.press('Tab', 1))]
      expect.soft(stops.filter(isNoCount)).toEqual(['Close push button.', 'Stay logged in push button.'])
      await reader.press('Return', 0)
      await reader.later(14 * MINUTE)
      expect.soft((await reader.listen(1)).filter(isNoCount)).toEqual(stillWorking)
      await reader.later(2 * MINUTE)
      expect.soft((await reader.listen(1)).filter((each) => each === loggedOut)).toEqual([loggedOut])
      await expectHeard(reader, [
        ['Tab', 'Show Password push button.'],
        ['shift+Tab', 'Password password text.'],
        [`type ${PASSWORD}`],
      ])
      expect
        .soft((await reader.press('Return', 'Personal Info heading level 1.')).slice(-1))
        .toEqual(['Personal Info heading level 1.'])
    })
    await test.step('the save line', async () => {
      await tabUntil(reader, 'Middle Name (optional) entry')
      const heard = [...(await reader.type('Lee', 0)), ...(await reader.press('Tab', 2)), ...(await reader.listen(0))]
      expect.soft(heard).toEqual(expect.arrayContaining(['Last Name entry King selected required.']))
      expect.soft(heard.filter((each) => each === SAVED)).toEqual([SAVED])
    })
    await test.step('a school that is searched for', async () => {
      await tabUntil(reader, 'Save and Continue push button')
      expect
        .soft((await reader.press('Return', 'Academic History heading level 1.')).slice(-1))
        .toEqual(['Academic History heading level 1.'])
      await tabUntil(reader, 'Search for Your School')
      // Whether the name of the box is said again depends on when its search has come.
      const found = withoutWaits(await reader.type('Western', 2)).join(' ')
      expect.soft(found).toMatch(/^(Search for Your School editable combo box )?expanded 6 options$/)
      await expectHeard(reader, school)
    })
    await test.step('a file that is uploaded', async () => {
      const { buffer } = await png('scan.png')
      const file = join(product.dataDir, 'scan.png')
      await writeFile(file, buffer)
      await tabUntil(reader, 'Choose a file for Unofficial transcript, College 1')
      await reader.press('space', 1) // what the window of the system says is not compared
      await reader.press('slash', 1) // opens a box for the path, which takes what is typed once it is there
      await reader.type(file.slice(1), 0)
      const attached = 'scan.png is attached.'
      const heard = await reader.press('Return', attached)
      expect
        .soft(heard.filter((each) => each.startsWith('scan.png')))
        .toEqual(['scan.png is uploaded and is being converted to PDF.', attached])
    })
    await test.step('a college that is added and removed', async () => {
      await tabUntil(reader, 'Add another college')
      await expectHeard(reader, another)
    })
    await test.step('the answers, the way to one of them and back, and what is folded', async () => {
      await tabUntil(reader, 'Save and Continue push button')
      expect
        .soft((await reader.press('Return', 'Submit heading level 1.')).slice(-1))
        .toEqual(['Submit heading level 1.'])
      await tabUntil(reader, 'Change Last Name link.')
      await expectHeard(reader, [['Return', 'Last Name entry King required.']])
      await tabUntil(reader, 'Back to your answers push button.')
      await expectHeard(reader, [
        ['Return', 'Change Last Name visited link.'],
        ['Tab', 'Change Date of birth link.'],
      ])
      await tabUntil(reader, 'Show ')
      await expectHeard(reader, [
        ['Return', 'expanded'],
        ['Return', 'collapsed'],
      ])
    })
    await test.step('what is missing, and the receipt', async () => {
      await tabUntil(reader, 'Submit push button')
      await expectHeard(reader, register)
      await tabUntil(reader, 'Submit push button')
      const ready = 'Your PDF is ready.'
      const heard = await reader.press('Return', ready)
      expect
        .soft(withoutWaits(heard))
        .toEqual([
          'Thanks, Vanessa.',
          expect.stringMatching(/^Your\sapplication\sis\sin\. heading level 1\.$/),
          'We’re making your PDF. It will appear here when it’s ready.',
          'Success Notification Your application was successfully submitted.',
          ready,
        ])
      await expectHeard(reader, [['Tab', 'Copy the reference number push button.']])
    })
  } finally {
    await reader.stop()
  }
})

const queue: readonly Step[] = [
  ['Tab', 'search', 'form Find an applicant', 'Name entry.', 'The beginnings of its words are enough.'],
  ['type oka zo'],
  ['Return', '1 application'],
  ['Tab', 'Search push button.'],
  ['Tab', 'Clear the search push button.'],
  ['Tab', 'More ways to find somebody collapsed push button.'],
  ['Tab', 'leaving form.', 'leaving search.', 'Filters and order collapsed push button.'],
  ['Tab', 'Saved views (0) collapsed push button.'],
  ['Tab', 'Applications.', 'table with 2 rows 15 columns', 'column header.', 'Choose all check box not checked.'],
  ['Tab', 'row 2.', 'Choose Okafor, Zoë check box not checked.'],
  ['Tab', 'Name column header.', 'column 2', 'Okafor, Zoë link.'],
]
const record: readonly Step[] = [
  ['Tab', 'Read the application push button.'],
  ['Tab', 'Packet (PDF) link.'],
  ['Tab', 'region Mark and assign', 'Mark as combo box.', 'No change.'],
  ['Tab', 'Assign to combo box.', 'No change.'],
]

test('what a screen reader says of the queue of the staff desk', async ({ product }) => {
  await command(product, 'sample-applications', '12')
  const printed = await command(product, 'staff-link', 'Pat Lowe', '--role', 'processor', ...BY)
  const reader = await startScreenReader(/^url: (\S+)$/m.exec(printed)?.[1] ?? '')
  try {
    await tabUntil(reader, 'Sign in push button')
    const heard = await reader.press('Return', 4)
    expect.soft(heard.slice(-2)).toEqual(['Applications heading level 1.', '12 applications'])
    await expectHeard(reader, queue)
    // If what had the focus is gone before Orca looks, it does not say where the focus is now.
    const opened = withoutWaits(await reader.press('Return', 1))
    const headings = ['Application heading level 1.', 'Okafor, Zoë heading level 1.']
    expect.soft(headings).toEqual(expect.arrayContaining([...opened]))
    await expectHeard(reader, record)
    const required = await tabUntil(reader, 'Why do you need it?')
    expect.soft(required).not.toContain('invalid entry.') // nothing is before its form is sent
    await tabUntil(reader, 'Log out everywhere')
    expect.soft(await reader.press('Return', 1)).toEqual(['The applicant is logged out on every device.'])
  } finally {
    await reader.stop()
  }
})
