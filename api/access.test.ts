import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { staffCalls } from './staff/calls.ts'
import { certificatePath, originalPath, packetPath, recordExportPath } from './staff/paths.ts'

// Written down a second time: the tests that make each call as nobody and in each role ask the calls themselves who may.

test('whoever is not logged in may only sign up, log in, look up, report an error, check a PDF, and use a link that says enough', () => {
  const open = Object.entries(calls).flatMap(([name, { access, path }]) => (access === 'public' ? [[name, path]] : []))
  expect(open.map(([name]) => name)).toEqual(
    [
      'signup confirm resendConfirm login forgotPassword resetPassword clientError find placeOfZip',
      'keepAnswers keptAnswers endKeptAnswers serviceView',
      'openPhoneLink presignFromPhone startFromPhone conversionFromPhone deleteFromPhone',
      'checkPdf',
    ].flatMap((names) => names.split(' ')),
  )
  // Proxies may treat /api otherwise than what is open to everybody.
  expect(open.filter(([, path]) => !/^\/(public|lookup|service)\//.test(String(path)))).toEqual([])
})

test('each call of the staff desk needs the right that was decided', () => {
  const decided: Readonly<Record<string, string>> = {
    public: 'useStaffLink',
    signed_in: 'staffSession signOutStaff cancelErasure',
    list: 'findApplications countWork listStaff listViews saveView removeView readStatistics',
    read: 'readApplication openApplication listLostReceipts',
    act: 'addNote changeHandling helpWithAccount reopenApplication closeApplication requestDocument takeBackRequest askErasure holdApplication settleLostReceipt',
    held_data: 'makeHeldData',
    reveal: 'revealSsn',
    form: 'readForm saveFormDraft checkForm compareForm compareSamples previewForm storeFacePicture judgeFaceColor',
    publish: 'publishForm rollBackForm confirmEdition callOffEdition',
    administer: 'confirmErasure liftHold listErasures readErasure endStaff readRecord confirmToken',
    export:
      'listTargets listDeliveries readDelivery makeDelivery tryDelivery sendDeliveries makeDeliveryAgain listCodeMaps makeToken takeOverToken listAcknowledgements recordAcknowledgement recordAcknowledgements',
    tokens: 'listTokens endToken',
  }
  const stands: Record<string, string[]> = {}
  for (const [name, { access }] of Object.entries(staffCalls)) stands[access] = [...(stands[access] ?? []), name]
  const sorted = (each: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(each).map(([right, names]) => [right, names.toSorted()]))
  expect(sorted(stands)).toEqual(
    sorted(Object.fromEntries(Object.entries(decided).map(([right, names]) => [right, names.split(' ')]))),
  )
})

test('files of the desk have addresses of their own', () => {
  expect([packetPath('a'), originalPath('a', 'b'), certificatePath('a'), recordExportPath]).toEqual([
    '/staff/files/a/packet',
    '/staff/files/a/originals/b',
    '/staff/files/a/erasure',
    '/staff/api/record/export',
  ])
})
