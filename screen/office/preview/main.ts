import '../../styles/index.ts'
import './preview.css'
import { withInstitution, withStructure } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { createServerInMemory, type Preview } from './server-in-memory.ts'

/*
 * Runs before the script of a previewed page, and puts itself between that page and everything that outlives it: the
 * server, the cookies and storages of this browser, and its other tabs. An applicant's page that somebody has open beside
 * it hears nothing of a preview.
 */
const {
  preview,
  institution,
  identity_cookie_prefix: prefix,
} = JSON.parse(document.getElementById('institution')?.textContent ?? '{}')
const { pathname, search } = window.location
// By itself, nothing on the page would say that it is a preview.
if (window.top === window) window.location.replace(pathname.replace(/\/page$/, '') + search)
else begin(preview)

function begin(shown: Preview): void {
  const cookies = new Map<string, string>()
  if (shown.profile) cookies.set(`${prefix}0`, shown.profile.account_id)
  Object.defineProperty(document, 'cookie', {
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (given: string) => {
      const [, name = '', value = '', age] = /^([^=;]+)=([^;]*)(?:.*max-age=(-?\d+))?/i.exec(given) ?? []
      if (Number(age) <= 0) cookies.delete(name)
      else cookies.set(name, value)
    },
  })
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, name, { value: memoryStorage() })
  Object.defineProperty(window, 'indexedDB', { value: undefined })
  Object.defineProperty(window, 'BroadcastChannel', { value: QuietChannel })

  const reply = createServerInMemory(
    withInstitution(withStructure(admissions, institution.structure ?? {}), institution),
    shown,
  )
  const fetchFile = window.fetch.bind(window)
  window.fetch = async (address, request) => {
    const { pathname: path, search: query } = new URL(String(address), window.location.origin)
    if (!/^\/(api|public|lookup|service)\//.test(path)) return fetchFile(address, request)
    const payload: unknown = typeof request?.body === 'string' ? JSON.parse(request.body) : {}
    const { status, body, session } = reply(request?.method ?? 'GET', path + query, payload)
    if (session === 'begun') cookies.set(`${prefix}0`, 'sample-new')
    if (session === 'ended') cookies.delete(`${prefix}0`)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
  window.history.replaceState(null, '', shown.at)
}

function memoryStorage(): Storage {
  const texts = new Map<string, string>()
  return {
    get length() {
      return texts.size
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
    clear: () => texts.clear(),
  }
}

/** Says nothing to other tabs, and hears nothing from them. */
class QuietChannel extends EventTarget {
  onmessage = null
  postMessage() {}
  close() {}
}
