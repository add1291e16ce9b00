import { startProvider } from '../../testing/start-oidc-provider.ts'

// The provider of one story: a port and the address of its desk.
const [port, address = ''] = process.argv.slice(2)
const urls = { redirect: `${address}/staff/callback`, afterSignOut: `${address}/staff` }
const people = {
  ...{ 'June Hale': ['everybody', 'adm-processors'], 'Ben Ruiz': ['everybody', 'adm-viewers'] },
  ...{ 'Dana Reyes': ['everybody', 'adm-data'], 'Ada Moss': ['everybody', 'adm-admins'] },
}
await startProvider(Number(port), { ...urls, backChannel: `${address}/staff/back-channel-logout` }, { people })
process.on('disconnect', () => process.exit()) // with its story, however that ends
process.send?.('ready')
