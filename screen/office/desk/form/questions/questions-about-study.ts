import { type Ready, yesNo, yesNoUnsaid, yesNoUnsure } from './ready-item.ts'

/** Questions about school, plans, experience and life on campus. */
export const aboutStudy: readonly Ready[] = [
  {
    titled: 'Second-choice major',
    topic: 'Program',
    items: [{ kind: 'text', label: 'If your first major is full, what is your second choice?', limit: 100 }],
  },
  {
    titled: 'Plans for graduate school',
    topic: 'Program',
    items: [{ kind: 'radio', label: 'Do you plan to go to graduate or professional school?', answers: yesNoUnsure }],
  },
  {
    titled: 'Study abroad',
    topic: 'Program',
    items: [{ kind: 'radio', label: 'Would you like to study abroad?', answers: yesNoUnsure }],
  },
  {
    titled: 'Ways to take classes',
    topic: 'Program',
    items: [
      {
        kind: 'checkboxes',
        label: 'How would you like to take classes? Check all that apply.',
        answers: [
          ['day', 'On campus, during the day'],
          ['evening', 'On campus, in the evening'],
          ['online', 'Online'],
          ['mixed', 'Partly online'],
        ],
      },
    ],
  },
  {
    titled: 'Credits per term',
    topic: 'Program',
    items: [
      {
        kind: 'radio',
        label: 'How many credits do you plan to take each term?',
        answers: [
          ['full', '12 or more'],
          ['part', '6 to 11'],
          ['less', 'Fewer than 6'],
          ['unsure', 'I am not sure'],
        ],
      },
    ],
  },
  {
    titled: 'Officer training (ROTC)',
    topic: 'Program',
    items: [
      {
        kind: 'checkboxes',
        label: 'Would you like to hear about officer training? Check all that apply.',
        answers: [
          ['army', 'Army'],
          ['air', 'Air Force and Space Force'],
          ['navy', 'Navy and Marine Corps'],
        ],
      },
    ],
  },
  {
    titled: 'Credit for prior learning',
    topic: 'School',
    items: [
      {
        kind: 'checkboxes',
        label: 'Do you want credit for what you learned outside of college? Check all that apply.',
        answers: [
          ['military', 'Military training'],
          ['work', 'Training at work'],
          ['license', 'A license or certificate'],
          ['exam', 'An exam, such as CLEP'],
        ],
      },
    ],
  },
  {
    titled: 'AP and IB exams',
    topic: 'School',
    items: [
      {
        kind: 'repeated',
        as: 'exams',
        label: 'AP and IB exams',
        entry: 'Exam {number}',
        add: 'Add another exam',
        most: 20,
        print: 'table',
      },
      {
        kind: 'radio',
        within: 'exams',
        label: 'Kind of exam',
        answers: [
          ['AP', 'AP'],
          ['IBHL', 'IB, higher level'],
          ['IBSL', 'IB, standard level'],
        ],
      },
      { kind: 'text', within: 'exams', label: 'Subject', limit: 60 },
      { kind: 'number', within: 'exams', label: 'Year', min: 1990, max: 2100 },
      { kind: 'number', within: 'exams', label: 'Score', min: 1, max: 7 },
    ],
  },
  {
    titled: 'Courses at a college, as a table',
    topic: 'School',
    items: [
      {
        kind: 'repeated',
        as: 'courses',
        label: 'Courses at this college',
        entry: 'Course {number}',
        add: 'Add another course',
        most: 30,
        print: 'table',
      },
      { kind: 'text', within: 'courses', label: 'Term and year', help: 'Such as Fall 2025.', limit: 20 },
      { kind: 'text', within: 'courses', label: 'Course number', help: 'Such as MATH 101.', limit: 20 },
      { kind: 'text', within: 'courses', label: 'Course title', limit: 80 },
      { kind: 'number', within: 'courses', label: 'Credits', min: 0, max: 30, decimals: 'yes' },
      { kind: 'text', within: 'courses', label: 'Grade', limit: 10 },
      {
        kind: 'select',
        within: 'courses',
        label: 'Status',
        answers: [
          ['done', 'Finished'],
          ['now', 'Taking it now'],
          ['planned', 'Planned'],
          ['withdrawn', 'Withdrew'],
        ],
      },
    ],
  },
  {
    titled: 'Transcripts under another name',
    topic: 'School',
    items: [
      { kind: 'radio', as: 'other', label: 'Are any of your transcripts under another name?', answers: yesNo },
      { kind: 'text', label: 'Which name?', limit: 100, after: { of: 'other', is: ['Y'] } },
    ],
  },
  {
    titled: 'Counselor or advisor',
    topic: 'School',
    items: [
      { kind: 'text', label: 'Name of your counselor or advisor', limit: 100 },
      { kind: 'email', label: 'Your counselor’s or advisor’s email' },
    ],
  },
  {
    titled: 'Recommender',
    topic: 'School',
    items: [
      {
        kind: 'text',
        label: 'Name of a person who can recommend you',
        help: 'Ask this person first. We don’t write to anyone when you submit.',
        limit: 100,
      },
      { kind: 'email', label: 'This person’s email' },
    ],
  },
  {
    titled: 'Reasons for leaving the last college',
    topic: 'School',
    items: [{ kind: 'paragraph', label: 'Why do you want to leave your college?', limit: 1000 }],
  },
  {
    titled: 'Activities',
    topic: 'Experience',
    items: [
      {
        kind: 'repeated',
        as: 'activities',
        label: 'Activities',
        help: 'Clubs, sports, arts, family duties: whatever takes your time.',
        entry: 'Activity {number}',
        add: 'Add another activity',
        most: 10,
      },
      { kind: 'text', within: 'activities', label: 'Activity', limit: 80 },
      { kind: 'text', within: 'activities', label: 'Your role', limit: 80 },
      { kind: 'number', within: 'activities', label: 'Hours a week', min: 0, max: 168 },
      { kind: 'number', within: 'activities', label: 'Weeks a year', min: 0, max: 52 },
      { kind: 'paragraph', within: 'activities', label: 'What did you do?', limit: 350 },
    ],
  },
  {
    titled: 'Jobs',
    topic: 'Experience',
    items: [
      { kind: 'repeated', as: 'jobs', label: 'Jobs', entry: 'Job {number}', add: 'Add another job', most: 10 },
      { kind: 'text', within: 'jobs', label: 'Employer', limit: 80 },
      { kind: 'text', within: 'jobs', label: 'Your job', limit: 80 },
      { kind: 'date', within: 'jobs', label: 'First day' },
      { kind: 'date', within: 'jobs', label: 'Last day', help: 'Leave it empty if you still work there.' },
      { kind: 'number', within: 'jobs', label: 'Hours a week', min: 0, max: 168 },
    ],
  },
  {
    titled: 'Honors and awards',
    topic: 'Experience',
    items: [
      {
        kind: 'repeated',
        as: 'honors',
        label: 'Honors and awards',
        entry: 'Honor {number}',
        add: 'Add another honor',
        most: 10,
        print: 'table',
      },
      { kind: 'text', within: 'honors', label: 'Honor or award', limit: 100 },
      { kind: 'number', within: 'honors', label: 'Year', min: 1950, max: 2100 },
      { kind: 'text', within: 'honors', label: 'Who gave it', limit: 100 },
    ],
  },
  {
    titled: 'College sports',
    topic: 'Experience',
    items: [
      { kind: 'radio', as: 'sports', label: 'Would you like to play on one of our sports teams?', answers: yesNo },
      { kind: 'text', label: 'Which sport?', limit: 60, after: { of: 'sports', is: ['Y'] } },
    ],
  },
  {
    titled: 'Link to a portfolio',
    topic: 'Experience',
    items: [{ kind: 'text', label: 'Link to your portfolio', help: 'A page that anyone can open.', limit: 300 }],
  },
  {
    titled: 'Short essay',
    topic: 'Essays',
    items: [
      {
        kind: 'paragraph',
        label: 'Why do you want to study here?',
        help: 'Write about 150 words.',
        limit: 1200,
      },
    ],
  },
  {
    titled: 'Essay on one of three topics',
    topic: 'Essays',
    items: [
      {
        kind: 'radio',
        as: 'topic',
        label: 'Choose one topic for your essay.',
        answers: [
          ['challenge', 'A challenge you faced, and what you learned'],
          ['place', 'A place or group that made you who you are'],
          ['goal', 'A goal, and how you plan to reach it'],
        ],
      },
      {
        kind: 'paragraph',
        label: 'Your essay',
        help: 'Write about 500 words.',
        limit: 4000,
        after: { of: 'topic', is: ['challenge', 'place', 'goal'] },
      },
    ],
  },
  {
    titled: 'Explanation of a gap in school',
    topic: 'Essays',
    items: [
      {
        kind: 'paragraph',
        label: 'If you took time off from school, what did you do then?',
        limit: 1000,
      },
    ],
  },
  {
    titled: 'Explanation of conduct',
    topic: 'Essays',
    items: [
      {
        kind: 'radio',
        as: 'conduct',
        label: 'Has a school ever disciplined you for your conduct?',
        care: 'sensitive',
        answers: yesNo,
      },
      {
        kind: 'paragraph',
        label: 'What happened, and what have you learned?',
        care: 'sensitive',
        limit: 1500,
        after: { of: 'conduct', is: ['Y'] },
      },
    ],
  },
  {
    titled: 'Where you plan to live',
    topic: 'Campus life',
    items: [
      {
        kind: 'radio',
        label: 'Where do you plan to live?',
        answers: [
          ['campus', 'On campus'],
          ['family', 'With family'],
          ['near', 'In a place of my own near campus'],
          ['unsure', 'I am not sure yet'],
        ],
      },
    ],
  },
  {
    titled: 'Getting to campus',
    topic: 'Campus life',
    items: [
      {
        kind: 'radio',
        as: 'way',
        label: 'How will you get to campus most days?',
        answers: [
          ['foot', 'On foot or by bike'],
          ['bus', 'By bus or train'],
          ['car', 'By car'],
          ['home', 'I live on campus or study online'],
        ],
      },
      {
        kind: 'radio',
        label: 'Will you need a parking permit?',
        answers: yesNoUnsure,
        after: { of: 'way', is: ['car'] },
      },
    ],
  },
  {
    titled: 'Child care',
    topic: 'Campus life',
    items: [
      {
        kind: 'radio',
        label: 'Would child care on campus help you?',
        care: 'sensitive',
        answers: yesNoUnsaid,
      },
    ],
  },
  {
    titled: 'Computer and internet',
    topic: 'Campus life',
    items: [
      {
        kind: 'checkboxes',
        label: 'What can you use for school at home? Check all that apply.',
        answers: [
          ['computer', 'A computer'],
          ['phone', 'A smartphone'],
          ['internet', 'Fast internet'],
        ],
      },
    ],
  },
  {
    titled: 'Health insurance',
    topic: 'Campus life',
    items: [
      {
        kind: 'radio',
        label: 'Do you have health insurance?',
        care: 'sensitive',
        answers: [...yesNoUnsure, ['X', 'Prefer not to say']],
      },
    ],
  },
  {
    titled: 'Support for a disability',
    topic: 'Campus life',
    items: [
      {
        kind: 'radio',
        label: 'Would you like to hear about support for a disability?',
        help: 'Your answer plays no part in our decision.',
        care: 'sensitive',
        answers: yesNoUnsaid,
      },
    ],
  },
  {
    titled: 'Campus visit',
    topic: 'Campus life',
    items: [
      {
        kind: 'radio',
        label: 'Have you visited our campus?',
        answers: [
          ['Y', 'Yes'],
          ['plan', 'Not yet, but I plan to'],
          ['N', 'No'],
        ],
      },
    ],
  },
  {
    titled: 'How you heard of us',
    topic: 'Campus life',
    items: [
      {
        kind: 'select',
        as: 'heard',
        label: 'How did you hear of us?',
        answers: [
          ['school', 'From a counselor or teacher'],
          ['friend', 'From a friend or relative'],
          ['student', 'From a student here'],
          ['fair', 'At a college fair'],
          ['web', 'On the web'],
          ['mail', 'From a letter or email'],
          ['other', 'In another way'],
        ],
      },
      { kind: 'text', label: 'In which way?', limit: 100, after: { of: 'heard', is: ['other'] } },
    ],
  },
  {
    titled: 'Consent to share with a partner',
    topic: 'Consent',
    items: [
      {
        kind: 'tick',
        label: 'You may share my application with your partner colleges.',
        help: 'You can say no. It plays no part in our decision.',
      },
    ],
  },
  {
    titled: 'Directory information',
    topic: 'Consent',
    items: [
      {
        kind: 'radio',
        label: 'May we list your name and email in our student directory?',
        help: 'You can change your mind later.',
        answers: yesNo,
      },
    ],
  },
  {
    titled: 'Who else may ask about the application',
    topic: 'Consent',
    items: [
      {
        kind: 'radio',
        as: 'other',
        label: 'May we talk about your application with someone else?',
        answers: yesNo,
      },
      {
        kind: 'text',
        label: 'Name of this person',
        limit: 100,
        after: { of: 'other', is: ['Y'] },
      },
    ],
  },
]
