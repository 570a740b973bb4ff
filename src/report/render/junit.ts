import type { Outcome } from '../../engine/rule.ts';
import type { CheckResult, ModuleResult, Report } from '../model.ts';
import { line, lines, story, unseenVerdicts, type UnseenVerdict } from './test-text.ts';
import { undecided } from '../causes.ts';
import { XmlBuilder } from './xml-builder.ts';

/**
 * JUnit XML: a test suite per module and a test case per check, with names that CI servers recognise across runs.
 * A warning passes with a note in `system-out`. A check that was not judged is skipped, unless the contract has no
 * verdict because of it: then it is an error, so that the run is not green.
 */
export function renderJunit(report: Report): string {
  const suites = [
    ...report.contracts.flatMap(({ id, modules }) =>
      modules.map((module) => moduleSuite(`${id}.${module.id}`, module, report)),
    ),
    ...report.custom.map((module) => moduleSuite(module.id, module, report)),
    ...verdictSuite(
      unseenVerdicts(report).filter(
        ({ of }) => !report.contracts.some((each) => each.id === of && undecided(each).size > 0),
      ),
      report,
    ),
  ];
  const cases = suites.flatMap((suite) => suite.cases);
  const attributes = {
    name: line(`${report.tool.name} ${report.tool.version}`),
    ...counts(cases),
    time: seconds(report.run.durationMs),
  };
  return xmlDocument(
    element(
      'testsuites',
      attributes,
      suites.map((suite) => suite.element),
    ),
  );
}

interface Case {
  readonly element: XmlNode;
  readonly result?: 'failure' | 'error' | 'skipped';
}

interface Suite {
  readonly element: XmlNode;
  readonly cases: readonly Case[];
}

function moduleSuite(name: string, module: ModuleResult, report: Report): Suite {
  const contract = report.contracts.find(({ modules }) => modules.includes(module));
  const deciding = contract === undefined ? new Set() : undecided(contract);
  const properties = {
    title: module.title,
    run: report.run.id,
    ...(contract === undefined ? {} : { contract: `${contract.id} ${contract.version}`, target: contract.target }),
    verdict: contract === undefined ? report.verdict : contract.verdict,
  };
  return suite(
    name,
    module.durationMs,
    report,
    properties,
    module.checks.map((check) => checkCase(name, check, deciding.has(check) ? 'error' : RESULTS[check.outcome])),
  );
}

function verdictSuite(unseen: readonly UnseenVerdict[], report: Report): Suite[] {
  if (unseen.length === 0) return [];
  const cases = unseen.map(({ of, verdict, reasons }): Case => {
    const result = verdict === 'failed' ? 'failure' : 'error';
    const details = element(result, { message: line(reasons[0] ?? verdict), type: verdict }, [
      textNode(lines(reasons.join('\n'))),
    ]);
    return { element: element('testcase', { name: of, classname: 'verdict', time: '0' }, [details]), result };
  });
  return [suite('verdict', 0, report, { run: report.run.id }, cases)];
}

function suite(
  name: string,
  durationMs: number,
  report: Report,
  properties: Readonly<Record<string, string>>,
  cases: readonly Case[],
): Suite {
  const attributes = {
    name: line(name),
    ...counts(cases),
    skipped: String(cases.filter(({ result }) => result === 'skipped').length),
    time: seconds(durationMs),
    timestamp: line(report.run.startedAt.replace(/(?:\.\d+)?Z$/, '')),
  };
  const named = Object.entries(properties).map(([property, value]) =>
    element('property', { name: property, value: line(value) }),
  );
  return {
    cases,
    element: element('testsuite', attributes, [element('properties', {}, named), ...cases.map((one) => one.element)]),
  };
}

function counts(cases: readonly Case[]) {
  const having = (kind: Case['result']) => String(cases.filter(({ result }) => result === kind).length);
  return { tests: String(cases.length), failures: having('failure'), errors: having('error') };
}

function checkCase(suiteName: string, check: CheckResult, result: Case['result']): Case {
  const attributes = { name: line(check.id), classname: line(suiteName), time: seconds(check.durationMs) };
  const told = textNode(`${check.outcome}, ${check.level}\n${story(check)}`);
  const message = line(check.message || check.requirement);
  switch (result) {
    case 'failure':
    case 'error': {
      const type = result === 'failure' ? check.level : check.outcome;
      return { result, element: element('testcase', attributes, [element(result, { message, type }, [told])]) };
    }
    case 'skipped': {
      const skipped = element('skipped', { message: `${check.outcome}: ${message}` });
      return { result, element: element('testcase', attributes, [skipped, element('system-out', {}, [told])]) };
    }
    case undefined:
      return { element: element('testcase', attributes, [element('system-out', {}, [told])]) };
  }
}

/** The others pass. */
const RESULTS: Readonly<Partial<Record<Outcome, Case['result']>>> = {
  fail: 'failure',
  error: 'error',
  'not-applicable': 'skipped',
  waived: 'skipped',
  skip: 'skipped',
  inconclusive: 'skipped',
  'expected-fail': 'skipped',
};

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

/** An element or a text, in the form that the XML builder takes. */
type XmlNode = Readonly<Record<string, unknown>>;

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly XmlNode[] = [],
): XmlNode {
  const named = Object.entries(attributes).map(([attribute, value]): [string, string] => [
    `@_${attribute}`,
    legal(value),
  ]);
  return { [name]: children, ':@': Object.fromEntries(named) };
}

function textNode(text: string): XmlNode {
  return { '#text': legal(text) };
}

/** A complete XML 1.0 document. The builder escapes markup in texts and attributes. */
function xmlDocument(root: XmlNode): string {
  const builder = new XmlBuilder({
    preserveOrder: true,
    ignoreAttributes: false,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
    format: true,
  });
  const declaration = element('?xml', { version: '1.0', encoding: 'UTF-8' }, [textNode('')]);
  return `${builder.build([declaration, root]).trim()}\n`;
}

/** Removes characters that XML 1.0 cannot contain even as escapes. A carriage return would be read as a line break. */
const legal = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
