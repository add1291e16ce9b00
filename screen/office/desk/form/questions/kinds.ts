import { type Item, type OwnKind, say } from '../../../../../engine/index.ts'

/** What an office calls a kind of item. */
export const kindsInWords = (kind: OwnKind | Item['kind']): string => {
  switch (kind) {
    case 'text':
      return say('Short text')
    case 'paragraph':
      return say('Long text')
    case 'number':
      return say('Number')
    case 'radio':
      return say('One of a list, as buttons')
    case 'select':
      return say('One of a list')
    case 'searchable':
      return say('One of a list, with search')
    case 'choice':
    case 'conditionalChoice':
      return say('One of a list')
    case 'checkboxes':
    case 'tickGroup':
      return say('Check all that apply')
    case 'tick':
      return say('A single box')
    case 'date':
      return say('Date')
    case 'email':
      return say('Email')
    case 'phone':
      return say('Phone')
    case 'upload':
      return say('File')
    case 'ssn':
      return say('Social Security number')
    case 'note':
      return say('Note')
    case 'section':
      return say('Section')
    case 'repeated':
      return say('Repeated block')
    case 'address':
      return say('Address')
    case 'school':
      return say('School')
    case 'monthYear':
      return say('Month and year')
    case 'when':
    case 'branch':
    case 'alternatives':
    case 'scores':
    case 'entry':
    case 'tabs':
    case 'confirmThen':
      return say('Group')
    case 'code':
    case 'password':
      return say('Filled in by us')
  }
}
