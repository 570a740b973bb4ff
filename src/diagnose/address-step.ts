import { ADDRESS_SECRET, withoutCredentials } from '../secrets/address-secrets.ts';
import { Secret } from '../secrets/secret.ts';
import { readAddress, type AddressReading } from './address.ts';
import type { DiagnoseOptions } from './options.ts';
import { quote } from '../text/printable.ts';
import type { StepContext } from './step-context.ts';
import type { Found } from './walk.ts';

export interface ReadAddress {
  readonly address: AddressReading;
  readonly shown: string;
}

export async function takeAddressStep(context: StepContext, options: DiagnoseOptions): Promise<ReadAddress> {
  const { walk, redactor, network } = context;
  return walk.take('address', () => {
    const address = readAddress(options.baseUrl, network.allowNonPublic);
    for (const secret of address.secrets) redactor.protect(new Secret(ADDRESS_SECRET, secret));
    const show = (url: URL) => quote(redactor.redact(withoutCredentials(url.href)), 200);
    const typed = quote(redactor.redact(options.baseUrl), 200);
    const value = { address, shown: address.url ? show(address.url) : typed };
    return address.refusal === null
      ? taken(context, value, show)
      : refused(context, value, { baseUrl: options.baseUrl, reason: address.refusal });
  });
}

function taken({ walk }: StepContext, value: ReadAddress, show: (url: URL) => string): Found<ReadAddress> {
  const { remarks, meant } = value.address;
  if (remarks.length > 0 && meant) walk.advise('platform', `Check the base address; ${show(meant)} may be meant.`);
  const message = remarks.join(' ') || 'Looks well-formed.';
  return { outcome: remarks.length > 0 ? 'warn' : 'pass', message, details: { url: value.shown }, value };
}

function refused(
  { walk, redactor }: StepContext,
  value: ReadAddress,
  { baseUrl, reason }: { readonly baseUrl: string; readonly reason: string },
): Found<ReadAddress> {
  const { url, named, remarks } = value.address;
  const refusal = redactor.redact(reason);
  walk.breaks(
    { layer: 'address', label: 'unreachable', lastError: refusal },
    {
      cause: refusal,
      whose: 'platform',
      platform: [
        url
          ? `Enter the base address as ${value.shown}, with nothing around it, if that is where the service is.`
          : 'Ask the publisher for the base address, of the form https://{host}/api/v1.',
        ...(/^\s*http:/i.test(baseUrl) ? ['For a service under development, diagnose it with --local.'] : []),
      ],
    },
  );
  const keyless = named ? '' : ', without the key: that is sent to no other origin than the one entered';
  const goesOn = url ? ` The diagnosis goes on with ${value.shown}${keyless}.` : '';
  const details = url ? { url: value.shown } : {};
  return { outcome: 'fail', message: [refusal + goesOn, ...remarks].join(' '), details, value };
}
