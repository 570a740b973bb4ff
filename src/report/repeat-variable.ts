/** A variable of the shell and the text that it stands for. */
export interface Variable {
  readonly name: string;
  readonly text: string;
  /** Its value in sh. */
  readonly sh: string;
  /** Its value in PowerShell; without one the text itself. */
  readonly powershell?: string;
}
