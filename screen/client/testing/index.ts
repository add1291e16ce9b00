import type { Profile } from '../../../api/index.ts'

/** The profile of an account in which nothing has been answered. */
export const newProfile: Profile = {
  answer: {},
  document_answer: {},
  converting: {},
  add_another: {},
  tabs: {},
  account_id: 'a',
  username: 'maya@mail.example',
  last_page: '',
  successful_login: [],
  web_status: [],
  revision: 1,
  today: '2026-11-21',
  submission: null,
  reopening: null,
  withdrawn_at: null,
  application_id: 'a-1',
  requests: [],
  asked_elsewhere: [],
}
