import type { App } from '../../platform/http/index.ts'
import { refusal } from '../../platform/http/index.ts'
import { judgeColor, keepPicture } from '../../running/face/index.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'

const LARGEST_BODY = 1_500_000 // bytes: a picture of 1 MB as text

/** The calls with which the office gives its form a face. What comes of them is in a draft until somebody publishes it. */
export function faceOfFormRoutes(app: App, deps: StaffDeps): void {
  serveStaffCall(
    app,
    deps,
    'storeFacePicture',
    async ({ body: { entry, kind, file } }) => {
      if (deps.editions.active().institution.editions === 'file') return refusal('form_led_by_file')
      const given = { name: `${entry}.${kind}`, bytes: Buffer.from(file, 'base64') }
      const kept = await keepPicture(deps.database.db, entry, given)
      return 'hash' in kept ? kept : { ...refusal('refused_picture'), message: `The file ${kept.fault}.` }
    },
    { bodyLimit: LARGEST_BODY },
  )
  serveStaffCall(app, deps, 'judgeFaceColor', async ({ body: { color } }) => {
    const { fault = null, nearest = null } = judgeColor(color) ?? {}
    return { fault: fault && `This color ${fault}.`, nearest }
  })
}
