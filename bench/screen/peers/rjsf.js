import Form from '@rjsf/core'
import validator from '@rjsf/validator-ajv8'
import { createRef, createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
import pages from './pages.json'

const schemaOf = (page) => ({
  type: 'object',
  required: page.filter(({ required }) => required).map(({ key }) => key),
  properties: Object.fromEntries(
    page.map(({ key, label, kind, options }) => [
      key,
      kind === 'check'
        ? { type: 'boolean', title: label }
        : options.length > 0
          ? { type: 'string', title: label, oneOf: options.map(([value, words]) => ({ const: value, title: words })) }
          : { type: 'string', title: label },
    ]),
  ),
})
const widgets = (page) =>
  Object.fromEntries(
    page
      .filter(({ kind }) => kind === 'radio' || kind === 'lines')
      .map(({ key, kind }) => [key, { 'ui:widget': kind === 'radio' ? 'radio' : 'textarea' }]),
  )
const forms = pages.map((page) => ({
  schema: schemaOf(page),
  uiSchema: { ...widgets(page), 'ui:submitButtonOptions': { norender: true } },
}))

const form = createRef()
function App() {
  const [at, setAt] = useState(0)
  const [data, setData] = useState({})
  return h(
    'main',
    null,
    h('h1', null, `Page ${at + 1}`),
    h(Form, {
      ref: form,
      ...forms[at],
      formData: data,
      validator,
      noHtml5Validate: true,
      onChange: ({ formData }) => setData(formData),
    }),
    h('button', { id: 'next', type: 'button', onClick: () => setAt(1) }, 'Next'),
    h('button', { id: 'check', type: 'button', onClick: () => form.current.validateForm() }, 'Submit'),
  )
}
createRoot(document.getElementById('root')).render(h(App))
