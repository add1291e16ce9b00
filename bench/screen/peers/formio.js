import { Formio } from '@formio/js'
import '@formio/js/dist/formio.form.css'
import pages from './pages.json'

const componentOf = ({ key, label, kind, required, options }) => ({
  key,
  label,
  input: true,
  validate: { required },
  ...(kind === 'lines'
    ? { type: 'textarea' }
    : kind === 'choice'
      ? {
          type: 'select',
          widget: 'html5',
          data: { values: options.map(([value, words]) => ({ value, label: words })) },
        }
      : kind === 'radio'
        ? { type: 'radio', values: options.map(([value, words]) => ({ value, label: words })) }
        : { type: kind === 'check' ? 'checkbox' : 'textfield' }),
})
const root = document.getElementById('root')
const place = root.appendChild(document.createElement('div'))
const draw = (page) => Formio.createForm(place, { components: page.map(componentOf) }, { noAlerts: true })
let form = await draw(pages[0])
const button = (id, words, act) => {
  const made = Object.assign(document.createElement('button'), { id, type: 'button', textContent: words, onclick: act })
  root.append(made)
}
button('next', 'Next', async () => {
  form = await draw(pages[1])
})
button('check', 'Submit', () => form.submit().catch(() => {}))
