/** A 400 of the contract's variant A, with its exact body. */
export function variantA(fieldErrors: Record<string, string[]>, endpoint = '/v1/eventCalls', method = 'GET') {
  return { message: { status: 400, details: { formErrors: [], fieldErrors }, endpoint, method } };
}

/** A 400 about the whole input rather than a field. */
export function variantAForm(formErrors: string[], endpoint: string, method: string) {
  return { message: { status: 400, details: { formErrors, fieldErrors: {} }, endpoint, method } };
}
