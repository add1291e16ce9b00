import { Readable } from 'node:stream'
import { z } from 'zod'
import { packetPath } from '../../../api/index.ts'
import { makePacket } from '../../documents/packets/index.ts'
import { type App, plainPage, refusal, refuse } from '../../platform/http/index.ts'
import { actorOf } from './record-staff.ts'
import { requireStaff, sessionIn } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'

const params = z.strictObject({ id: z.uuid() })

/** GET the packet of an application, without the sections on a sheet of their own. */
export function servePacket(app: App, deps: StaffDeps): void {
  app.route({
    ...{ method: 'GET', url: packetPath(':id'), exposeHeadRoute: false },
    config: { staffCall: 'packet', isRefusedWhenBusy: true, drawRefusal },
    onRequest: requireStaff(app, deps, 'sensitive'),
    schema: { params },
    handler: async (request, reply) => {
      const { id } = params.parse(request.params)
      const { person } = sessionIn(request)
      const packet = await app.load.run(() =>
        makePacket(deps, id, { ownSheets: false, by: person.name, actor: actorOf(person) }),
      )
      if ('problem' in packet) return refuse(reply, { ...refusal('no_packet'), message: packet.problem })
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${packet.fileName}"`)
        .send(Readable.from(packet.chunks))
    },
  })
}

/** A person followed a link to it, from an application's page. */
const drawRefusal = (message: string, nonce: string) =>
  plainPage({ title: 'We can’t give you this packet', message, links: { '/staff': 'Go to the applications' } }, nonce)
