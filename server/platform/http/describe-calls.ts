import type { SwaggerTransform } from '@fastify/swagger'
import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import packageFile from '../../../package.json' with { type: 'json' }
import { isLocal, isLoopback, type Settings } from '../settings/index.ts'
import type { App } from './app.ts'

/**
 * In development, GET /dev/openapi.json describes the calls of the contract (OpenAPI 3.1). It is generated from the
 * registered routes, so it must be registered before the first of them.
 */
export async function describeCalls(app: App, settings: Pick<Settings, 'baseUrl'>): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Causeway', version: packageFile.version } },
    transform: described(({ call }) => call !== undefined),
  })
  app.get('/dev/openapi.json', { config: { limit: 'none' }, onRequest: developerOnly(settings) }, async () =>
    app.swagger(),
  )
}

/** Describes the chosen routes from their schemas, each with the shape of its refusals. */
export const described =
  (isDescribed: (config: FastifyContextConfig) => boolean): SwaggerTransform<FastifySchema> =>
  (route) => {
    if (!isDescribed(route.route.config ?? {})) return { schema: { hide: true }, url: route.url }
    const response = { ...Object(route.schema.response), default: error }
    return transform({ ...route, schema: { ...route.schema, response } })
  }

const transform = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }) => {
      // In a description, readOnly means that a client may not send it; in our schemas, that our code may not change it.
      delete jsonSchema.readOnly
      // A reply may get more fields, so that clients must not refuse them; only a strict payload has no others.
      const { def } = zodSchema._zod
      if (def.type === 'object' && !('catchall' in def && def.catchall)) delete jsonSchema.additionalProperties
    },
  },
})

/** Every reply that is not a success (`refuse`). */
const error = z.object({ message: z.string(), code: z.string() })

type DeveloperSettings = Pick<Settings, 'baseUrl' | 'databaseUrl' | 'smtpUrl'>

/** Whether this server has development pages: never when it has its own database or mail server. */
export const isForDevelopment = (settings: DeveloperSettings): boolean =>
  isLocal(settings) && settings.databaseUrl === undefined && settings.smtpUrl === undefined

/**
 * A hook for the development pages, which show mailed codes. Only a browser on this machine that uses this server's own
 * host name can reach them. A request through a proxy, or with another host name, gets a 404.
 */
export const developerOnly =
  ({ baseUrl }: Pick<Settings, 'baseUrl'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { headers, socket } = request
    const isForwarded = forwarding.some((name) => headers[name] !== undefined)
    if (isLoopback(socket.remoteAddress ?? '') && headers.host === new URL(baseUrl).host && !isForwarded)
      return undefined
    reply.callNotFound()
    return reply
  }

/** Headers that proxies add. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const
