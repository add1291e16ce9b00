import { aboutStudy } from './questions-about-study.ts'
import { type Ready, yesNo, yesNoUnsaid, yesNoUnsure } from './ready-item.ts'

/** Questions about the applicant. */
const aboutPeople: readonly Ready[] = [
  {
    titled: 'Emergency contact',
    topic: 'Contact',
    items: [
      { kind: 'text', label: 'Emergency contact: full name', limit: 100 },
      {
        kind: 'select',
        label: 'How is this person related to you?',
        answers: [
          ['parent', 'Parent or guardian'],
          ['spouse', 'Spouse or partner'],
          ['relative', 'Other relative'],
          ['friend', 'Friend'],
          ['other', 'Someone else'],
        ],
      },
      { kind: 'phone', label: 'Emergency contact: phone' },
    ],
  },
  {
    titled: 'Best way to reach you',
    topic: 'Contact',
    items: [
      {
        kind: 'radio',
        label: 'What is the best way to reach you?',
        answers: [
          ['email', 'Email'],
          ['text', 'Text message'],
          ['call', 'Phone call'],
        ],
      },
      {
        kind: 'checkboxes',
        label: 'When is a good time to call? Check all that apply.',
        answers: [
          ['morning', 'Morning'],
          ['afternoon', 'Afternoon'],
          ['evening', 'Evening'],
          ['weekend', 'Weekend'],
        ],
      },
    ],
  },
  {
    titled: 'County',
    topic: 'Contact',
    items: [
      {
        kind: 'text',
        label: 'County where you live',
        help: 'If you don’t live in the United States, leave this empty.',
        limit: 60,
      },
    ],
  },
  {
    titled: 'Language at home',
    topic: 'Contact',
    items: [{ kind: 'text', label: 'Which language do you speak most at home?', limit: 60 }],
  },
  {
    titled: 'Interpreter for the family',
    topic: 'Contact',
    items: [
      { kind: 'radio', as: 'wish', label: 'Would an interpreter help you or your family?', answers: yesNo },
      { kind: 'text', label: 'For which language?', limit: 60, after: { of: 'wish', is: ['Y'] } },
    ],
  },
  {
    titled: 'Household size',
    topic: 'Money',
    items: [
      {
        kind: 'number',
        label: 'How many people live in your household?',
        help: 'Count yourself and everyone who shares your income.',
        min: 1,
        max: 30,
        care: 'sensitive',
      },
    ],
  },
  {
    titled: 'Household income, as a range',
    topic: 'Money',
    items: [
      {
        kind: 'select',
        label: 'What was your household’s income last year, before taxes?',
        care: 'sensitive',
        answers: [
          ['0', 'Less than $20,000'],
          ['20', '$20,000 to $39,999'],
          ['40', '$40,000 to $59,999'],
          ['60', '$60,000 to $79,999'],
          ['80', '$80,000 to $99,999'],
          ['100', '$100,000 or more'],
          ['unsure', 'I am not sure'],
          ['X', 'Prefer not to say'],
        ],
      },
    ],
  },
  {
    titled: 'Reasons for a fee waiver',
    topic: 'Money',
    items: [
      {
        kind: 'checkboxes',
        label: 'Do any of these fit you? You may not have to pay the fee. Check all that apply.',
        care: 'sensitive',
        answers: [
          ['pell', 'I receive a Pell Grant'],
          ['meals', 'I received free or reduced-price school meals'],
          ['benefits', 'My family receives public benefits'],
          ['foster', 'I am or was in foster care'],
          ['housing', 'I have no stable place to live'],
          ['military', 'I serve or served in the military'],
          ['other', 'Another reason'],
        ],
      },
    ],
  },
  {
    titled: 'Interest in scholarships',
    topic: 'Money',
    items: [{ kind: 'radio', label: 'Do you want to be considered for scholarships?', answers: yesNo }],
  },
  {
    titled: 'Tuition support from an employer',
    topic: 'Money',
    items: [
      { kind: 'radio', as: 'help', label: 'Will an employer help pay your tuition?', answers: yesNoUnsure },
      { kind: 'text', label: 'Name of the employer', limit: 100, after: { of: 'help', is: ['Y'] } },
    ],
  },
  {
    titled: 'First in the family',
    topic: 'Background',
    items: [
      {
        kind: 'radio',
        label: 'Are you the first in your family to go to college?',
        help: 'Answer yes if no parent or guardian has a four-year degree.',
        care: 'sensitive',
        answers: [...yesNoUnsure, ['X', 'Prefer not to say']],
      },
    ],
  },
  {
    titled: 'Foster care',
    topic: 'Background',
    items: [
      {
        kind: 'radio',
        label: 'Have you ever been in foster care?',
        help: 'You may be able to get extra support.',
        care: 'sensitive',
        answers: yesNoUnsaid,
      },
    ],
  },
  {
    titled: 'Tribal affiliation',
    topic: 'Background',
    items: [
      {
        kind: 'radio',
        as: 'member',
        label: 'Are you a member or descendant of a Native American tribe?',
        care: 'sensitive',
        answers: yesNoUnsaid,
      },
      {
        kind: 'text',
        label: 'Which tribe or nation?',
        care: 'sensitive',
        limit: 100,
        after: { of: 'member', is: ['Y'] },
      },
    ],
  },
  {
    titled: 'Family of a veteran',
    topic: 'Background',
    items: [
      {
        kind: 'radio',
        as: 'family',
        label: 'Is your parent or spouse in the military, or a veteran?',
        answers: yesNo,
      },
      {
        kind: 'radio',
        label: 'Do you plan to use their education benefits?',
        answers: yesNoUnsure,
        after: { of: 'family', is: ['Y'] },
      },
    ],
  },
  {
    titled: 'Military orders',
    topic: 'Background',
    items: [
      { kind: 'radio', as: 'orders', label: 'Are you moving because of military orders?', answers: yesNo },
      { kind: 'upload', label: 'Copy of the orders', after: { of: 'orders', is: ['Y'] } },
    ],
  },
  {
    titled: 'Proof of a changed name',
    topic: 'Background',
    items: [
      { kind: 'radio', as: 'changed', label: 'Has your legal name changed?', answers: yesNo },
      {
        kind: 'upload',
        label: 'A document that shows the change',
        help: 'Such as a marriage certificate or a court order.',
        care: 'sensitive',
        after: { of: 'changed', is: ['Y'] },
      },
    ],
  },
]

/**
 * Questions that universities ask, in plain words and with fitting answers. Once picked, they are the office's own: it
 * can change every word. English, like all words of an office; it writes translations beside them.
 */
export const questionBank: readonly Ready[] = [...aboutPeople, ...aboutStudy]
