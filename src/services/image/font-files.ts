const files = {
  Regular: '400Regular/Arimo_400Regular.ttf',
  SemiBold: '600SemiBold/Arimo_600SemiBold.ttf',
  Bold: '700Bold/Arimo_700Bold.ttf',
} as const;

export type FontWeight = keyof typeof files;

/** The file of a font for drawings, which has Latin, Greek, Cyrillic and Hebrew letters. */
export function fontFile(weight: FontWeight): URL {
  return new URL(import.meta.resolve(`@expo-google-fonts/arimo/${files[weight]}`));
}
