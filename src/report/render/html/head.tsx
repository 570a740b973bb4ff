interface HeadProps {
  readonly title: string;
  readonly style: string;
  readonly policy: string;
  readonly colorScheme?: string;
}

/** The head of a page that uses no external resources and sends no referrer. */
export function Head({ title, style, policy, colorScheme }: HeadProps) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {colorScheme !== undefined && <meta name="color-scheme" content={colorScheme} />}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <style dangerouslySetInnerHTML={{ __html: style }} />
    </head>
  );
}
