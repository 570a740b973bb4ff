import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An import, export or `import()` of another file of the project. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** True if it disappears when the code is compiled. */
  readonly typeOnly: boolean;
}

/** The handwritten files of a folder, by their path in the project. */
export function filesIn(folder: string, ending = /\.(?:tsx?|js)$/): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('generated'))
    .map((name) => join(folder, name))
    .sort();
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

export function lineCount(file: string): number {
  return textOf(file).trimEnd().split('\n').length;
}

/** Every import between files of the project in these folders. */
export function importsIn(folders: readonly string[]): Import[] {
  return folders.flatMap((folder) => filesIn(folder, /\.tsx?$/)).flatMap(importsOf);
}

function importsOf(from: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.'))
      found.push({ from, to: join(dirname(from), specifier.text), typeOnly });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, textOf(from), ts.ScriptTarget.Latest, false));
  return found;
}
