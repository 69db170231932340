type Headers = Readonly<Record<string, string>>;

/** Browsers must not guess another type than the response states. */
const typed = { 'X-Content-Type-Options': 'nosniff' };
/** The URLs of our pages carry tokens, so other sites must not see them. */
const unreferred = { 'Referrer-Policy': 'no-referrer' };
/** A page that opened this one gets no handle to its window. */
const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin' };

/** The security headers by kind of response. A page also has a content security policy. */
export const securityHeaders = {
  /** A response of the OAuth protocol, whose address carries secrets. */
  protocol: unreferred,
  /** A text that is the same for everybody. */
  text: { ...unreferred, ...typed },
  /** A page that acts for the signed-in person. */
  page: { ...isolated, ...unreferred, ...typed },
  /** A page with a form; the last header is for browsers that do not know `frame-ancestors`. */
  form: { ...isolated, ...unreferred, ...typed, 'X-Frame-Options': 'DENY' },
  /** A file that only our own pages load. */
  file: { 'Cross-Origin-Resource-Policy': 'same-origin', ...typed },
  /** A file that pages of any site may show. */
  picture: { 'Cross-Origin-Resource-Policy': 'cross-origin', ...typed },
} as const satisfies Readonly<Record<string, Headers>>;

/** Features that neither our pages nor pages framed in them need: an injected script cannot request them either. */
export const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** A content security policy, which allows only what its directives name. */
export function contentPolicy(directives: Headers): string {
  return [`default-src 'none'`, ...Object.entries(directives).map(([name, value]) => `${name} ${value}`)].join('; ');
}

/** Headers that a page of another origin may send. */
export const requestHeaders: readonly string[] = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Prefer',
  'X-Request-Id',
];

/** Headers of a response that a page of another origin may read: all that the documentation names. */
const exposedHeaders = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-GraphQL-Cost',
  'X-GraphQL-Cost-Limit',
  'X-GraphQL-Cost-Remaining',
  'X-GraphQL-Cost-Reset',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'Link',
  'Unknown-Parameters',
  'Preference-Applied',
].join(', ');

/** Lets pages of an origin read a response, and with `withCredentials` send the cookie too. */
export function readableBy(origin: string, { withCredentials = false } = {}): Headers {
  return {
    'Access-Control-Allow-Origin': origin,
    ...(withCredentials && { 'Access-Control-Allow-Credentials': 'true' }),
    'Access-Control-Expose-Headers': exposedHeaders,
  };
}

/** The headers that answer a preflight request; they are valid for two hours. */
export function preflight(methods: string, headers: readonly string[]): Headers {
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': headers.join(', '),
    'Access-Control-Max-Age': '7200',
  };
}
