import type { Outline } from '../../../../engine/index.ts'
import { group, row, ticked } from '../../../../engine/testing/index.ts'
import type { PdfInstitution } from '../pdf-content.ts'

export const sampleInstitution: PdfInstitution = {
  partner_name: 'Bridger State University',
  office: 'Office of Admissions',
  address_lines: ['201 Meridian Hall', 'Bozeman, Montana 59717'],
  phone: '(406) 555-0142',
  email: 'admissions@bridger.example',
  application_title: 'Transfer Application',
  school_code: '009901',
  color: '#0c3441',
  time_zone: 'America/Denver',
}

const address = (prefix: string, title: string, parts: readonly [string, string, string, string, string, string]) => {
  const [street, apartment, city, state, zip, country] = parts
  return group(
    'address',
    title,
    row(`${prefix}address_line_1`, 'Address line 1', street),
    row(`${prefix}address_line_2`, 'Apt. #', apartment),
    row(`${prefix}city`, 'City', city),
    row(`${prefix}state`, 'State/province', state),
    row(`${prefix}zip`, 'ZIP/postal code', zip),
    row(`${prefix}country`, 'Country', country),
  )
}

const college = (number: number, name: string, code: string, city: string, state: string) => {
  const prefix = number === 1 ? 'college_' : `college${number}_`
  return group(
    'entry',
    `College ${number}`,
    group(
      'school',
      'College or university',
      row(`${prefix}name`, 'Search for Your School', name),
      row(`${prefix}ceeb`, 'College code', code),
      row(`${prefix}address_line_1`, 'Address line 1', ''),
      row(`${prefix}city`, 'City', city),
      row(`${prefix}state`, 'State/province', state),
      row(`${prefix}country`, 'Country', state === '' ? 'Greece' : 'United States'),
    ),
    group(
      'monthYear',
      'Attended from',
      row(`${prefix}attend_from_month`, 'Month', 'August'),
      row(`${prefix}attend_from_year`, 'Year', `${2017 + number}`),
    ),
    group(
      'monthYear',
      'Attended to',
      row(`${prefix}attend_to_month`, 'Month', ''),
      row(`${prefix}attend_to_year`, 'Year', ''),
    ),
    row(`${prefix}credits`, 'Credits earned', `${number * 9}`),
    row(`${prefix}gpa`, 'Grade point average', number === 2 ? '' : '3.61'),
  )
}

const conduct = ['Arson', 'Assault', 'Drugs', 'Hate crime', 'Murder or manslaughter', 'Robbery or burglary', 'Weapons']

const essay = [
  'I was eleven when I learned that a bridge can be read. My grandfather, Γιώργος, had been a draughtsman for the railways in Thessaloniki, and on Sundays he walked me along the line and made me say what each member was doing: this one is pulled, this one is pushed, this one is only there in case the others fail. He never used the word engineering. He called it paying attention.',
  'We left Greece in 2012, first for Lviv, where my mother’s family lived, and two years later for the United States. I arrived in Great Falls, Montana, in January, with three languages, none of them English. School was a place where I understood the numbers and nothing else.',
  'I did not go straight from high school to a university. My father’s business had failed, and I wanted to pay my own way, so I joined the Army National Guard and learned to survey. What I wish to study now is what water does to the things that we build across it.',
].join('\n\n')

/** A long, varied application: every kind of row and block, several scripts, a masked secret. */
export const richOutline: Outline = {
  pages: [
    {
      slug: 'about',
      title: 'Personal Info',
      items: [
        group(
          'section',
          'Name',
          row('first_name', 'First Name', 'Zoë'),
          row('middle_name', 'Middle Name', 'Aleksándra'),
          row('last_name', 'Last Name', 'Papadopoúlou-Haddad'),
          row('prev_name', 'Previous name', 'Гаврилюк (Havryliuk)'),
          row('ssn', 'Social Security number', '***-**-6789'),
        ),
        group(
          'section',
          'Contact',
          row('email', 'Email address', 'zoe.papadopoulou-haddad@correo-universitario-internacional.example'),
          address('', 'Permanent address', [
            '1417 South Tracy Avenue',
            '3B',
            'Bozeman',
            'Montana',
            '59715',
            'United States',
          ]),
          ticked('same_address', 'My mailing address is the same as my permanent address', false),
          address('mailing_', 'Mailing address', ['88 Wheatgrass Lane', '', 'Great Falls', '', '59405', '']),
          address('billing_', 'Billing address', ['', '', '', '', '', '']),
          row('phone_home', 'Home phone', ''),
          row('phone_mobile', 'Cell phone/text number', '(406) 555-0178'),
        ),
        group(
          'section',
          'Demographics',
          row('birth_date', 'Date of birth', 'August 9, 1999'),
          row('birth_city', 'City of birth', 'Θεσσαλονίκη (Thessaloniki)'),
          group(
            'tickGroup',
            'Race (check all that apply)',
            ticked('race_asian', 'Asian', true),
            ticked('race_white', 'White', true),
            ticked('race_pacific', 'Native Hawaiian or Other Pacific Islander', false),
          ),
          {
            ...row('card', 'Permanent resident card', 'Document attached for "Permanent resident card"', 'document'),
            file: { file_name: 'residence-card.pdf', file_size: 86_016 },
          },
          row('dd214', 'DD Form 214', '', 'document'),
        ),
        group(
          'section',
          'Decision essay',
          row('essay', 'Tell us why you have decided to transfer', essay, 'paragraph'),
        ),
      ],
    },
    {
      slug: 'education',
      title: 'Academic History',
      items: [
        row('loose', 'Which language do you speak at home?', 'Greek and Ukrainian'),
        group(
          'section',
          'Test scores',
          group('table', 'SAT scores', row('sat_math', 'Math', '710'), row('sat_verbal', 'Reading', '690')),
          group('tabs', 'I took the GRE', row('gre', 'Score', '320')),
          row('test_again', 'Do you plan to take the test again?', 'No'),
        ),
        group(
          'section',
          'Colleges',
          group(
            'table',
            'Colleges attended',
            college(1, 'Great Falls College Montana State University', '7482', 'Great Falls', 'Montana'),
            college(2, 'Αριστοτέλειο Πανεπιστήμιο Θεσσαλονίκης (Aristotle University)', '', 'Thessaloniki', ''),
            college(3, 'Gallatin College', '7493', 'Bozeman', 'Montana'),
          ),
          row('suspended', 'Have you ever been suspended from a college for academic reasons?', 'Yes'),
          row('suspended_explain', 'Please explain', 'In autumn 2023 I cared for my father.', 'paragraph'),
        ),
      ],
    },
    {
      slug: 'final-steps',
      title: 'Submit',
      items: [
        group(
          'section',
          'Conduct',
          group(
            'tickGroup',
            'Have you been convicted of any of these? Tick all that apply.',
            ...conduct.map((each, index) => ticked(`crime_${index}`, each, false)),
            ticked('crime_no', 'I have not been convicted of any of these', true),
          ),
        ),
        group(
          'section',
          'Certification',
          ticked('certify', 'I certify that everything I have said in this application is complete and true.', true),
          ticked('legal', 'I understand that submitting this application is my legal signature.', true),
        ),
      ],
    },
  ],
}

/** The shortest possible application: few questions, most of them answered in a word. */
export const shortOutline: Outline = {
  pages: [
    {
      slug: 'about',
      title: 'Personal Info',
      items: [
        group(
          'section',
          'Name',
          row('first_name', 'First Name', 'Bo'),
          row('middle_name', 'Middle Name', ''),
          row('last_name', 'Last Name', 'Li'),
        ),
      ],
    },
  ],
}
