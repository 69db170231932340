/** Who signs in to the demo workspace. There is none in production, so the password is no secret. */
export const demoOwner = { email: 'demo@slotline.example', password: 'slotline-demo' } as const;
