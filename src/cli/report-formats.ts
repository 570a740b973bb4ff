import { relative, resolve, sep } from 'node:path';
import type { Diagnosis } from '../diagnose/model.ts';
import type { Overview } from '../overview/model.ts';
import type { Report } from '../report/model.ts';
import type { CertificateContext } from '../certificate/certificate.ts';
import type { Renderers } from './outputs.ts';

/** Every format of a report. The code of each is loaded on first use. */
export const reportFormatsWith = (context: CertificateContext): Renderers<Report> => ({
  terminal: async (report, display) => (await import('../report/render/terminal.ts')).renderTerminal(report, display),
  json: async (report) => (await import('../report/render/json.ts')).renderJson(report),
  html: async (report) => (await import('../report/render/html.ts')).html(report),
  junit: async (report) => (await import('../report/render/junit.ts')).renderJunit(report),
  tap: async (report) => (await import('../report/render/tap.ts')).renderTap(report),
  markdown: async (report) => (await import('../report/render/markdown.ts')).renderMarkdown(report),
  github: async (report) => (await import('../report/render/github.ts')).renderGithub(report),
  har: async (report) => (await import('../report/render/har.ts')).renderHar(report),
  certificate: async (report) => (await import('../certificate/certificate.ts')).renderCertificate(report, context),
  badge: async (report) => (await import('../report/render/badge.ts')).renderBadge(report),
  drafts: async (report) => (await import('../report/render/drafts.ts')).renderDrafts(report),
});

export const reportFormatNames: readonly string[] = Object.keys(reportFormatsWith({}));

export const planFormatNames = ['terminal', 'json'] as const;

export const diagnosisFormats: Renderers<Diagnosis> = {
  terminal: async (diagnosis, display) =>
    (await import('../diagnose/render/terminal.ts')).renderDiagnosis(diagnosis, display),
  json: (diagnosis) => `${JSON.stringify(diagnosis, null, 2)}\n`,
  markdown: async (diagnosis) => (await import('../diagnose/render/markdown.ts')).renderDiagnosisMarkdown(diagnosis),
  html: async (diagnosis) => (await import('../diagnose/render/html.ts')).renderDiagnosisPage(diagnosis),
};

/** The formats of an overview. Its page links to the files from the folder that it is written to. */
export const overviewFormatsFrom = (folder: string): Renderers<Overview> => ({
  terminal: async (overview, display) =>
    (await import('../overview/render/terminal.ts')).renderOverview(overview, display),
  html: async (overview) =>
    (await import('../overview/render/html.ts')).renderOverviewPage(overview, (file) => linkTo(file, folder)),
  markdown: async (overview) => (await import('../overview/render/markdown.ts')).renderOverviewMarkdown(overview),
  json: (overview) => `${JSON.stringify(overview, null, 2)}\n`,
  csv: async (overview) => (await import('../overview/render/csv.ts')).renderOverviewCsv(overview),
});

const linkTo = (file: string, folder: string) =>
  relative(folder, resolve(file)).split(sep).map(encodeURIComponent).join('/');
