import process from 'node:process';
import { text } from 'node:stream/consumers';
import { readFileSync } from 'node:fs';
import { JumpingClock } from '../jumping-clock.ts';
import { judgeService, type Service } from './judge.ts';

/* Certifies a service in a process of its own, whose time jumps over waits, and prints what was wrong and what it took. */

interface Task extends Service {
  /** The address that lists the references of the orders that were created, and is told the time after each jump. */
  readonly createdAt: string;
}

/** The publisher counts token exchanges by the same time. */
class ToldClock extends JumpingClock {
  override async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await super.sleep(milliseconds, signal);
    await fetch(task.createdAt, { method: 'POST', body: String(this.now()) });
  }
}

const task = JSON.parse(await text(process.stdin)) as Task; // Written by the program that starts this one.
const created = async () => (await (await fetch(task.createdAt)).json()) as string[]; // Served by the same program.
const { report, seconds, wrong } = await judgeService(task, new ToldClock(), created, {});
const memoryMB = Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
process.stdout.write(
  JSON.stringify({ verdict: report.verdict, requests: report.run.requests, seconds, memoryMB, wrong }),
);
