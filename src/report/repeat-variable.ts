/** A shell variable and the text that it replaces. */
export interface Variable {
  readonly name: string;
  readonly text: string;
  /** Its value in sh. */
  readonly sh: string;
  /** Its value in PowerShell; by default the text itself. */
  readonly powershell?: string;
}
