/** SQL for the utm_source of the row `alias`, which has the column "utm"; null without one, or with an empty one. */
export function utmSource(alias: string): string {
  return `nullif(jsonb_path_query_first(${alias}."utm", '$[*] ? (@."utmKey" == "utm_source")."utmValue"') #>> '{}', '')`;
}
