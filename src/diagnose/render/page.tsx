import { CallDetails } from '../../report/render/html/call.tsx';
import { Head } from '../../report/render/html/head.tsx';
import { Sign, SignSheet } from '../../report/render/html/sign.tsx';
import { duration } from '../../report/call-line.ts';
import { Heads, prose, Prose } from '../../report/render/html/words.tsx';
import type { Diagnosis, Step } from '../model.ts';
import { consequence, forPlatform, foundIn, headline, inconclusiveNote, outcomeWords, placeAndTime } from './words.ts';

interface PageProps {
  readonly diagnosis: Diagnosis;
  readonly style: string;
  /** The Content-Security-Policy, which allows only this stylesheet. */
  readonly policy: string;
}

export function Page({ diagnosis, style, policy }: PageProps) {
  const { connection, tellPublisher, steps, exchanges: calls } = diagnosis;
  const isConnected = connection.status === 'connected';
  const note = inconclusiveNote(diagnosis);
  const next = consequence(diagnosis);
  const sign = isConnected ? 'pass' : note === null ? 'fail' : 'inconclusive';
  const [place, time] = placeAndTime(diagnosis);
  const platform = forPlatform(diagnosis);
  return (
    <html lang="en">
      <Head
        title={`Connection: ${prose(headline(diagnosis), 200)}`}
        style={style}
        policy={policy}
        colorScheme="light dark"
      />
      <body>
        <SignSheet />
        <main id="main">
          <header>
            <p class="kicker">Connection diagnosis</p>
            <h1 class={`is-${sign}`}>
              <Sign outcome={sign} size={32} />
              {prose(headline(diagnosis))}
            </h1>
            <p class="quiet">
              <code>{prose(place, 500)}</code> {time}
            </p>
            {next !== '' && <p>{prose(next)}</p>}
            {note !== null && <p class="note">{prose(note)}</p>}
          </header>
          {tellPublisher !== undefined && (
            <section>
              <h2>For the publisher</h2>
              <p>
                <Prose text={tellPublisher} />
              </p>
            </section>
          )}
          {platform.length > 0 && (
            <section>
              <h2>What the platform does</h2>
              <ol>
                {platform.map((what) => (
                  <li>
                    <Prose text={what} />
                  </li>
                ))}
              </ol>
            </section>
          )}
          <Steps diagnosis={diagnosis} steps={steps.filter(({ outcome }) => outcome !== 'skip')} />
          {calls.length > 0 && (
            <section>
              <h2>Requests</h2>
              {calls.map((call) => (
                <CallDetails call={call} repeat />
              ))}
            </section>
          )}
        </main>
      </body>
    </html>
  );
}

function Steps({ diagnosis, steps }: { readonly diagnosis: Diagnosis; readonly steps: readonly Step[] }) {
  return (
    <section>
      <h2>Steps</h2>
      <table>
        <Heads names={['Step', 'Outcome', 'Found', 'Time']} />
        <tbody>
          {steps.map((step) => (
            <tr>
              <th scope="row">{prose(step.title, 200)}</th>
              <td class={`is-${step.outcome}`}>
                <Sign outcome={step.outcome} size={16} /> {outcomeWords[step.outcome]}
              </td>
              <td>{prose(foundIn(step, diagnosis))}</td>
              <td>{duration(step.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
