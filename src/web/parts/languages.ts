/** The languages of mails. */
export const languageTitles = { en: 'English', de: 'German', es: 'Spanish', fr: 'French', pt: 'Portuguese' } as const;
