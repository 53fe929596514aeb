import { expect, it } from 'vitest'
import { criticalStyles } from '../build/criticalStyles.ts'

const HTML = '<main class="m_1 card"><p class="lead">{not a rule}</p></main>'

it.each([
  ['a rule of its classes', '.card{color:red}.other{color:blue}', '.card{color:red}'],
  ['a rule that needs several', '.card .lead{margin:0}.card .other{margin:1px}', '.card .lead{margin:0}'],
  ['the selectors that fit', '.other,.lead:hover,h1{margin:0}', '.lead:hover,h1{margin:0}'],
  ['what stands within', '@layer mantine{.m_1{color:red}.m_2{color:red}}@media (width<=48em){.x{y:z}}', '@layer mantine{.m_1{color:red}}'],
  ['the order of layers', '@layer mantine,ui;.card{a:b}', '@layer mantine,ui;.card{a:b}'],
  ['signs in texts', '.card:before{content:"}"}.lead{a:b}', '.card:before{content:"}"}.lead{a:b}'],
  ['neither fonts, nor movements, nor paper', '@font-face{src:url(x)}@keyframes k{0%{a:b}}@media print{.card{a:b}}', ''],
  ['classes that it excludes', '.card:not(.other){a:b}', '.card:not(.other){a:b}'],
])('keeps %s', (_, sheet, kept) => {
  expect(criticalStyles(sheet, HTML)).toBe(kept)
})
