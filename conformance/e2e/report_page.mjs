// Opens report pages in Chromium and checks them. Prints a JSON object from the name of each check to its problems.
//
//   node report_page.mjs FOLDER SCREENSHOTS     in the folder that has node_modules; FOLDER has the pages, SCREENSHOTS
//                                               is a folder for pictures or empty
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const require = createRequire(`${process.cwd()}/`);
const {chromium} = require('playwright-core');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const [, , folder, screenshots] = process.argv;
const OPTIONS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const DEADLINE_MS = 20000;
const VIEWS = ['problems', 'scenarios', 'coverage', 'machines', 'streams', 'run'];
const results = {};

/** A page that records what a report must not do: errors, messages on the console, requests. */
async function open(browser, name, fragment = '', settings = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(DEADLINE_MS);
  page.problems = [];
  page.on('console', (message) => page.problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => page.problems.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => { page.problems.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => { if (!request.url().startsWith('file://')) page.problems.push(`request: ${request.url()}`); });
  await page.setViewportSize({width: settings.width || 1280, height: 900});
  await page.emulateMedia({colorScheme: settings.scheme || 'light', media: settings.media || 'screen'});
  await page.goto(`file://${folder}/${name}.html${fragment}`);
  return page;
}

const text = (page, selector) => page.locator(selector).first().innerText();
// The browser reports a changed URL later than the page has it, so page.url() may be the former one.
const urlOf = (page) => page.evaluate(() => location.href);
const openItems = (page) => page.locator('.opener[aria-expanded=true]');

async function axeProblems(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => axe.run(document, {resultTypes: ['violations']}));
  return found.violations.map(({id, nodes}) => `axe: ${id}: ${nodes.slice(0, 3).map((node) => node.html).join(' | ')}`);
}

const CHECKS = {
  async 'shows a green run'(browser, expect) {
    const page = await open(browser, 'green');
    expect(/Nothing failed in \d+ scenarios/.test(await text(page, 'h1')), `heading ${await text(page, 'h1')}`);
    expect((await text(page, 'main')).includes('Nothing failed.'), 'the view of problems');
    return page;
  },
  async 'shows three failures'(browser, expect) {
    const page = await open(browser, 'three');
    expect((await text(page, 'h1')).includes('3 of '), `heading ${await text(page, 'h1')}`);
    expect(await openItems(page).count() === 1, 'the first cause is open');
    expect(/^What is broken: \d+(, [a-z ]+: \d+)*$/.test(await text(page, '.status')), `the counts of the groups: ${await text(page, '.status')}`);
    expect(/ causes? of failure violates? \d+ requirements?/.test(await text(page, '.lead')), await text(page, '.lead'));
    expect((await text(page, '.page-head .legend')).includes('not exercised'), 'the legend of the bar');
    const body = await text(page, '.item.open');
    for (const part of ['expected', 'got', 'section', 'implied', 'Repeat the request', 'plumbline run --only']) expect(body.includes(part), `the open cause lacks "${part}"`);
    expect((await text(page, '.command pre')).startsWith('curl '), 'the command');
    return page;
  },
  async 'shows what is known from the baseline apart'(browser, expect) {
    const page = await open(browser, 'known');
    expect((await text(page, 'h1')).endsWith('failed, 3 known from the baseline'), `heading ${await text(page, 'h1')}`);
    const body = await text(page, 'main');
    expect(body.includes('Nothing failed.') && body.includes('Known from the baseline'), 'the groups');
    expect(await openItems(page).count() === 0, 'no cause is open');
    return page;
  },
  async 'groups six hundred failures by cause'(browser, expect) {
    const page = await open(browser, 'many');
    expect((await text(page, 'h1')).startsWith('\u2715 600 of '), `heading ${await text(page, 'h1')}`);
    expect(await page.locator('.item').count() <= 4, 'groups');
    expect((await text(page, '.item .count')).startsWith('600 scenarios'), 'the count of a cause');
    return page;
  },
  async 'opens five thousand scenarios in a second'(browser, expect) {
    let page, took = Infinity;
    for (let tries = 0; tries < 3 && took >= 1000; ++tries) {  // other programs may use the processor
      page = await open(browser, 'large', '#scenarios');
      await page.locator('.opener').first().waitFor();
      took = await page.evaluate(() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd);
    }
    expect(took < 1000, `it took ${took.toFixed(0)} ms`);
    expect((await text(page, '.status')) === '5,000 scenarios', await text(page, '.status'));
    const started = Date.now();
    await page.fill('#filter-q', 'scenario-4999');
    expect((await text(page, '.status')).startsWith('1 of 5,000'), await text(page, '.status'));
    expect(Date.now() - started < 2000, 'the search is slow');
    return page;
  },
  async 'filters, and keeps the filters in the address'(browser, expect) {
    const page = await open(browser, 'three', '#scenarios');
    const all = await page.locator('.item').count();
    await page.selectOption('#filter-verdict', 'failed');
    expect(await page.locator('.item').count() === 3, 'three failed scenarios');
    expect((await urlOf(page)).endsWith('#scenarios?verdict=failed'), await urlOf(page));
    await page.fill('#filter-q', 'no such text');
    expect((await text(page, 'main')).includes('Nothing matches the filters.'), 'no match');
    await page.keyboard.press('Escape');
    expect(await page.locator('.item').count() === all && (await urlOf(page)).endsWith('#scenarios'), 'Escape clears the filters');
    return page;
  },
  async 'opens what an address names'(browser, expect) {
    let page = await open(browser, 'three', '#scenarios?verdict=failed');
    await page.locator('.opener').nth(1).click();
    const url = await urlOf(page);
    const name = await page.locator('.item.open').getAttribute('data-key');
    page = await open(browser, 'three', url.slice(url.indexOf('#')));
    expect(await page.locator('.item.open').count() === 1, 'one item is open');
    expect(await page.locator('.item.open').getAttribute('data-key') === name, 'the item of the address is open');
    const requirement = await page.locator('.requirements a').first().innerText();
    await page.locator('.requirements a').first().click();
    expect((await urlOf(page)).includes(`#coverage?req=${requirement}`), await urlOf(page));
    expect((await text(page, '.view-coverage .item.open')).includes(requirement), 'the section of the requirement is open');
    await page.goBack();
    expect(await urlOf(page) === url, 'back');
    return page;
  },
  async 'follows keys'(browser, expect) {
    const page = await open(browser, 'three', '#scenarios');
    const focused = () => page.evaluate(() => [...document.querySelectorAll('.opener')].indexOf(document.activeElement));
    for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key);
    expect(await focused() === 1, `item ${await focused()} has the focus`);
    await page.keyboard.press('Enter');
    expect(await openItems(page).count() === 1, 'Enter opens');
    await page.keyboard.press('Enter');
    expect(await openItems(page).count() === 0, 'Enter closes');
    await page.keyboard.press('/');
    await page.keyboard.type('j/k');
    expect(await page.inputValue('#filter-q') === 'j/k', 'the search takes keys as text');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await page.locator('dialog').isVisible(), 'the help opens');
    await page.keyboard.press('Escape');
    expect(!(await page.locator('dialog').isVisible()), 'the help closes');
    await page.keyboard.press('3');
    expect((await urlOf(page)).includes('#coverage'), 'a figure selects a view');
    return page;
  },
  async 'shows the timeline of a stream and its violation'(browser, expect) {
    const page = await open(browser, 'three', '#streams');
    await page.locator('.opener').first().click();
    const body = page.locator('.item.open').first();
    expect(await body.locator('svg circle').count() > 0, 'arrivals');
    expect(await body.locator('svg path.violation').count() > 0, 'the violation in the timeline');
    expect((await body.locator('.bytes mark').count()) > 0, 'the violating byte is marked');
    expect(/[0-9a-f]{2} [0-9a-f]{2} /.test(await body.locator('.bytes').first().innerText()), 'bytes');
    await body.locator('summary').first().click();
    expect((await body.locator('table').innerText()).includes('metadata'), 'the table of arrivals');
    return page;
  },
  async 'draws state machines'(browser, expect) {
    const page = await open(browser, 'green', '#machines');
    expect(await page.locator('svg.machine').count() >= 2, 'diagrams');
    expect(await page.locator('svg .edge.untaken').count() > 0 && (await page.locator('svg .count.untaken').first().textContent()).startsWith('0'), 'transitions that were not taken');
    const covered = await page.evaluate(() => [...document.querySelectorAll('svg.machine')].flatMap((machine) => {
      const boxes = [...machine.querySelectorAll('.count')].map((one) => one.getBoundingClientRect());
      return boxes.filter((a, i) => boxes.slice(0, i).some((b) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom));
    }).length);
    expect(covered === 0, `${covered} figures cover one another`);
    return page;
  },
  async 'explains its words'(browser, expect) {
    let page = await open(browser, 'three', '#coverage');
    expect(await text(page, 'label[for=filter-verdict]') === 'Outcome', 'the filter of requirements');
    page = await open(browser, 'three', '#run');
    const body = await page.evaluate(() => {  // one task: the content must not come after the click
      for (const summary of document.querySelectorAll('main summary')) summary.click();
      return document.querySelector('main').innerText;
    });
    for (const part of ['What the words mean', 'every check holds', 'no scenario of this run made a check of it', 'the description says it']) expect(body.includes(part), `"${part}" is missing`);
    expect((await page.locator('.tally a').first().getAttribute('title')).includes('violates'), 'the meaning of a verdict');
    return page;
  },
  async 'copies the command as it is'(browser, expect) {
    const page = await open(browser, 'three');
    await page.evaluate(() => { navigator.clipboard.writeText = async (copied) => { window.copied = copied; }; });
    await page.locator('.copy').first().click();
    expect((await page.evaluate(() => window.copied)).startsWith('curl '), 'the copied text');
    return page;
  },
  async 'follows the dark scheme'(browser, expect) {
    const page = await open(browser, 'three', '', {scheme: 'dark'});
    const [page0, ink] = await page.evaluate(() => ['backgroundColor', 'color'].map((name) => getComputedStyle(document.body)[name].match(/\d+/g).map(Number)));
    expect(Math.max(...page0) < 60 && Math.min(...ink) > 180, `background ${page0}, text ${ink}`);
    return page;
  },
  async 'prints failures open and without controls'(browser, expect) {
    const page = await open(browser, 'three');
    const broken = await page.locator('.item:has(.opener .v-failed)').count();
    await page.emulateMedia({media: 'print'});
    await page.waitForFunction((count) => document.querySelectorAll('.opener[aria-expanded=true]').length >= count, broken);
    expect(broken > 0, 'failures');
    for (const hidden of ['nav', '.filters', '.copy']) expect(!(await page.locator(hidden).first().isVisible()), `${hidden} is hidden`);
    return page;
  },
  async 'shows hostile texts as text'(browser, expect) {
    for (const view of VIEWS) {
      const page = await open(browser, 'hostile', `#${view}`);
      if (await page.locator('.opener').count() > 0) await page.locator('.opener').first().click();
      const unsafe = await page.evaluate(() => ({
        elements: document.querySelectorAll('main img, main script, main iframe, body > img').length,
        controls: /[\x00-\x08\x0e-\x1f\u202e\ud800]/.test(document.body.innerText), ran: 'hostile' in window}));
      expect(unsafe.elements === 0 && !unsafe.controls && !unsafe.ran, `${view}: ${JSON.stringify(unsafe)}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `${view}: wider than the window`);
      expect(page.problems.length === 0, `${view}: ${page.problems}`);
    }
    const page = await open(browser, 'hostile');
    expect((await text(page, 'body')).includes('<script>'), 'the text is shown');
    return page;
  },
};

// Each view in both schemes and widths: accessible and never wider than the window.
for (const name of ['green', 'three', 'many']) {
  for (const [scheme, width] of [['light', 1280], ['dark', 390]]) {
    CHECKS[`is accessible: ${name}, ${scheme}, ${width} px`] = async (browser, expect) => {
      let page;
      for (const view of VIEWS) {
        page = await open(browser, name, `#${view}`, {scheme, width});
        const closed = page.locator('.opener[aria-expanded=false]');
        if (await closed.count() > 0) await closed.first().click();
        for (const problem of await axeProblems(page)) expect(false, `${view}: ${problem}`);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(excess <= 0, `${view}: ${excess} px wider than the window`);
        if (screenshots) await page.screenshot({path: join(screenshots, `${name}-${view}-${scheme}-${width}.png`), fullPage: true});
        if (view !== VIEWS.at(-1)) {
          for (const problem of page.problems) expect(false, `${view}: ${problem}`);
          await page.close();
        }
      }
      return page;
    };
  }
}

const profile = mkdtempSync(join(tmpdir(), 'report-page-'));
const browser = await chromium.launchPersistentContext(profile, {executablePath: process.env.CHROMIUM, args: OPTIONS, timeout: DEADLINE_MS});
for (const [name, check] of Object.entries(CHECKS)) {
  results[name] = [];
  try {
    const page = await check(browser, (holds, what) => holds || results[name].push(what));
    results[name].push(...page.problems);
  } catch (error) {
    results[name].push(error.message);
  }
  for (const page of browser.pages()) await page.close();
  if (browser.pages().length === 0) await browser.newPage();  // the last page must stay
}
await browser.close();
rmSync(profile, {recursive: true, force: true});
process.stdout.write(JSON.stringify(results), () => process.exit());
