import type { Framework } from '../../causes/frameworks.ts';

/** Where each framework lets you write its errors yourself: their status, and `{ code, message }`. */
const SWITCHES: Readonly<Record<Framework, readonly [name: string, change: string]>> = {
  fastapi: [
    'FastAPI',
    'Add exception handlers for `RequestValidationError` (400 instead of its 422) and for `HTTPException`.',
  ],
  'django-rest': ['Django REST framework', 'Set `EXCEPTION_HANDLER` in `REST_FRAMEWORK`.'],
  'django-debug': [
    "Django's debug mode",
    'Set `DEBUG = False`: such an error shows code, settings and headers, which may include the API key. Then set `handler404` and `handler500`, or `EXCEPTION_HANDLER` of Django REST framework.',
  ],
  flask: ['Flask', 'Register `@app.errorhandler(HTTPException)`.'],
  spring: [
    'Spring',
    'Handle `HttpMessageNotReadableException` and `MethodArgumentNotValidException` in a `@RestControllerAdvice`, and replace the controller of `/error`. What filters refuse reaches neither: give Spring Security an `AuthenticationEntryPoint` (401) and an `AccessDeniedHandler` (403).',
  ],
  aspnet: [
    'ASP.NET Core',
    'Set `InvalidModelStateResponseFactory` in `ApiBehaviorOptions`, and register an `IExceptionHandler`.',
  ],
  nestjs: ['NestJS', 'Register a global exception filter, and give the `ValidationPipe` an `exceptionFactory`.'],
  fastify: ['Fastify', 'Use `setErrorHandler` and `setNotFoundHandler`.'],
  express: ['Express', 'Add a last middleware with four arguments, `(err, req, res, next)`.'],
  laravel: ['Laravel', 'Render `ValidationException` and the other exceptions yourself, in `withExceptions`.'],
  rails: ['Rails', 'Use `rescue_from` in the base controller, and `config.exceptions_app`.'],
  'api-gateway': [
    'AWS API Gateway',
    'Set the Gateway Responses of the API (`DEFAULT_4XX`, `DEFAULT_5XX` and those whose status differs in the contract): body templates with `code` and `message`. An HTTP API has none: let a function or a REST API answer.',
  ],
  go: [
    "Go's standard library",
    'Write it yourself instead of passing on `err.Error()`. `encoding/json` also leaves missing members at their zero value and takes names in any letter case: check what was sent.',
  ],
};

/** What to change in the framework that wrote an error. */
export function switchOf(framework: Framework | undefined): string {
  const [name, change] = entryOf(framework) ?? [];
  return name === undefined ? '' : `This error is the default of ${name}. ${change}`;
}

/** The title of what several checks say about such errors. */
export function titleOfFramework(framework: Framework | undefined): string | undefined {
  const [name] = entryOf(framework) ?? [];
  return name === undefined ? undefined : `Errors are the default ones of ${name}`;
}

/** A report of a newer build may name others. */
const entryOf = (framework: Framework | undefined) =>
  framework !== undefined && Object.hasOwn(SWITCHES, framework) ? SWITCHES[framework] : undefined;
