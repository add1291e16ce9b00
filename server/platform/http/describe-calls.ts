import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Settings } from '../settings/index.ts'
import type { App } from './app.ts'
import { developerOnly } from './developer-only.ts'

/**
 * In development, GET /dev/openapi.json describes the calls of the contract (OpenAPI 3.1). It is generated from the
 * registered routes, so it must be registered before the first of them.
 */
export async function describeCalls(app: App, settings: Pick<Settings, 'baseUrl'>): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Causeway', version: packageFile.version } },
    transform: (route) => {
      const { call } = route.route.config ?? {}
      if (call === undefined) return { schema: { hide: true }, url: route.url }
      const response = { ...Object(route.schema.response), default: error }
      return jsonSchemaTransform({ ...route, schema: { ...route.schema, response } })
    },
  })
  app.get('/dev/openapi.json', { onRequest: developerOnly(settings) }, async () => app.swagger())
}

/** Every reply that is not a success (`refuse`). */
const error = z.object({ message: z.string(), code: z.string() })
