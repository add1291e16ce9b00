import { expectHeard, type Step, startScreenReader, whyNoScreenReader } from './support/screen-reader.ts'
import { skipBecause, test } from './support/story.ts'

skipBecause(whyNoScreenReader(), 'Journey with a screen reader')

const toTheFirstField: readonly Step[] = [
  ['Tab', 'Skip to main content link.'],
  ['Return', 'main content.'],
  ['Tab', 'click here to log back in link.'],
  ['Tab', 'Before you start: about 30 minutes collapsed push button.'],
  ['Tab', 'Name (not started) link.'],
  ['Tab', 'Birth and citizenship (not started) link.'],
  ['Tab', 'Contact (not started) link.'],
  ['Tab', 'Your program (not started) link.'],
  ['Tab', 'Previous attendance at Bridger State University (optional) link.'],
  ['Tab', 'Military service (optional) link.'],
  ['Tab', 'In-state tuition (optional) link.'],
  ['Tab', 'Parents and guardians (optional) link.'],
  ['Tab', 'Gender and race (optional) link.'],
]

const noSuchDate = 'That date doesn’t exist. Check the month, the day and the year.'
const ofMonth = `For example, 4 / 19 / 2007. ${noSuchDate}`
const nameAndBirth: readonly Step[] = [
  ['Tab', 'leaving list.', 'leaving navigation.', 'region Name', 'First Name entry required.'],
  ['type Rosa'],
  ['Tab', 'Middle Name (optional) entry.'],
  ['Tab', 'Last Name entry required.'],
  ['Tab', 'Suffix (optional) entry.', 'Like Jr. or III.'],
  ['Tab', 'I have only one name check box not checked.'],
  ['Tab', 'Chosen name (optional) entry.', 'If people call you something else.'],
  ['Tab', 'Previous name (optional) entry.', 'Any other name your transcripts might be under.'],
  [
    'Tab',
    'leaving region.',
    'region Birth and citizenship',
    'Date of birth panel.',
    'Month entry required.',
    'For example, 4 / 19 / 2007.',
  ],
  ['type 2'],
  ['Tab', 'Day entry required.'],
  ['type 30'],
  ['Tab', 'Year entry required.'],
  ['type 2007'],
  ['Tab', 'leaving panel.', 'City of birth (optional) entry.'],
  ['shift+Tab', 'Date of birth panel.', 'Year entry 2007 selected required.', 'invalid entry.', noSuchDate],
  ['shift+Tab', 'Day entry 30 selected required.', 'invalid entry.', noSuchDate],
  // Twice, as on any page whose description has changed since the focus was there.
  ['shift+Tab', 'Month entry 2 selected required.', 'invalid entry.', ofMonth, ofMonth],
  ['Tab', 'Day entry 30 selected required.', 'invalid entry.', noSuchDate],
  ['type 20'],
  ['Tab', 'Year entry 2007 selected required.'],
  ['Tab', 'leaving panel.', 'City of birth (optional) entry.'],
  [
    'Tab',
    'State or province of birth (optional) combo box.',
    '--',
    'Leave blank if you were born outside the U.S. or Canada.',
  ],
  ['Tab', 'Are you a citizen of the United States? panel.', 'Yes.', 'not selected radio button'],
  ['space', 'selected'],
]

const contact: readonly Step[] = [
  [
    'Tab',
    'leaving panel.',
    'leaving region.',
    'region Contact',
    'Email address entry required.',
    'For example, name@example.com.',
  ],
  [
    'Tab',
    'Second email address (optional) entry.',
    'We’ll copy our emails to this address. For example, name@example.com.',
  ],
  ['Tab', 'Permanent address panel.', 'Country editable combo box.', 'United States.'],
  ['Tab', 'Address line 1 editable combo box.'],
  ['Tab', 'Apt. # (optional) entry.'],
  ['Tab', 'ZIP code entry required.'],
  ['type 59725', 'State combo box collapsed', 'Montana.', 'Filled in: Dillon, Montana.'],
  ['Tab', 'City entry Dillon selected required.'],
  ['Tab', 'State combo box.', 'Montana.'],
  [
    'Tab',
    'leaving panel.',
    'Is your mailing address different? panel.',
    'No, it’s the same.',
    'not selected radio button',
  ],
  ['space', 'selected'],
]

const UNCHOSEN = 'not selected radio button'
const toTheEnd: readonly Step[] = [
  ['Tab', 'leaving panel.', 'Phone (one is enough) One is required. panel.', 'Cell phone/text number entry.'],
  ['Tab', 'Home phone entry required.'],
  [
    'Tab',
    'leaving panel.',
    'Send me text messages about my application check box not checked.',
    'Message and data rates may apply. Reply STOP to end them or HELP for help.',
  ],
  ['Tab', 'How we use your number collapsed push button.'],
  [
    'Tab',
    'Social Security number (optional) password text.',
    'Giving it is your choice, and you can add it later. It links you to your financial aid.',
  ],
  ['Tab', 'Show Social Security number push button.'],
  ['Tab', 'leaving region.', 'region Your program', 'When do you want to start? combo box.', '--'],
  ['Tab', 'Are you seeking a degree? panel.', 'Yes, I want to earn a degree.', UNCHOSEN],
  [
    'Tab',
    'leaving panel.',
    'Is there anything else you would like us to know? (optional) entry.',
    'For example, why you want to transfer, or something your transcripts don’t show. We read this when we decide. Character count: 0 / 7000.',
  ],
  ['Tab', 'leaving region.', 'Continue to Academic History push button.'],
  [
    'Tab',
    'region Previous attendance at Bridger State University (optional)',
    'Answer Previous attendance at Bridger State University (optional) push button.',
    'If you’ve taken classes here or applied before, this helps us find your record.',
  ],
  [
    'Tab',
    'leaving region.',
    'region Military service (optional)',
    'Answer Military service (optional) push button.',
    'Your service may count toward credit, aid and in-state tuition.',
  ],
  [
    'Return',
    'Have you served in the armed forces of the United States? panel.',
    'Yes.',
    UNCHOSEN,
    'Answer Yes if you serve now, or served in the National Guard or Reserves.',
  ],
  [
    'Tab',
    'leaving panel.',
    'leaving region.',
    'region In-state tuition (optional)',
    'Answer In-state tuition (optional) push button.',
    'Residents of Montana pay much less. You must ask for it.',
  ],
  [
    'Tab',
    'leaving region.',
    'region Parents and guardians (optional)',
    'Answer Parents and guardians (optional) push button.',
    'We ask so we can reach your family and find aid for first-generation students.',
  ],
  [
    'Tab',
    'leaving region.',
    'region Gender and race (optional)',
    'Answer Gender and race (optional) push button.',
    'You don’t have to answer. We keep these answers on a separate sheet, and they play no part in our decision.',
  ],
  ['Return', 'Gender panel.', 'Female.', UNCHOSEN],
  ['Tab', 'leaving panel.', 'Are you Hispanic or Latino? panel.', 'Yes.', UNCHOSEN],
  [
    'Tab',
    'leaving panel.',
    'What is your race? Check all that apply. panel.',
    'American Indian or Alaska Native check box not checked.',
  ],
  ['Tab', 'Asian check box not checked.'],
  ['Tab', 'Black or African American check box not checked.'],
  ['Tab', 'Middle Eastern or North African check box not checked.'],
  ['Tab', 'Native Hawaiian or Pacific Islander check box not checked.'],
  ['Tab', 'White check box not checked.'],
  ['Tab', 'Prefer not to say check box not checked.'],
  ['Tab', 'leaving panel.', 'leaving region.', 'Save push button.'],
  ['Tab', 'Save and Continue push button.'],
]

const rules =
  'Choose a password that is at least 12 characters, contains at least one uppercase letter, contains at least one lowercase letter, contains at least one number, contains at least one special character, contains no leading or trailing whitespace, is not easy to guess.'
const invalid = 'Your email address must be valid. We’ll send your code here.'
const signUp: readonly Step[] = [
  ['Return', 'leaving information.', 'main content', 'Sign Up heading level 1.'],
  ['Tab', 'Email address entry required.', 'We’ll send your code here.'],
  ['Tab', 'Password password text.', rules],
  [
    'type Larch-and-snow 2027',
    // The last rule is judged by a list of words, which may come later.
    /^Met: is at least 12 characters, contains at least one uppercase letter, contains at least one lowercase letter, contains at least one number, contains at least one special character, contains no leading or trailing whitespace(, is not easy to guess)?$/,
  ],
  // Twice, as on any page whose description changes before the focus comes.
  ['Return', 'Email address entry required.', 'invalid entry.', invalid, invalid],
]

test('what a screen reader says on the way from the first page', async ({ product }) => {
  const reader = await startScreenReader(`${product.address}/`)
  try {
    await expectHeard(reader, [...toTheFirstField, ...nameAndBirth, ...contact, ...toTheEnd, ...signUp])
  } finally {
    await reader.stop()
  }
})
