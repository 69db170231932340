type Scalar = 'Boolean' | 'Date' | 'DateTime' | 'Decimal' | 'Float' | 'Int' | 'JSON' | 'String';

/** The content of a field: a GraphQL scalar, one of the texts of an enumeration, or an object with its own fields. */
type Content = Scalar | readonly string[] | RecordFields;

interface FieldFacts {
  /** `graph`: only the GraphQL type has it, and defines it. `internal`: the GraphQL type lacks it or defines it itself. */
  readonly content: Content | 'graph' | 'internal';
  readonly description: string;
  readonly isList: boolean;
  readonly isNullable: boolean;
  /** True if it says something about a person: an erasure empties it, also in copies of the record. */
  readonly isPersonal: boolean;
  /** True if an instant is a Date object in the record, instead of a text. */
  readonly isDateObject: boolean;
}

/** A field of a record. The TypeScript type, the columns and the GraphQL type are derived from it. */
export class Field<Value> {
  declare readonly value: Value;
  readonly facts: FieldFacts;

  constructor(facts: FieldFacts) {
    this.facts = facts;
  }

  nullable(): Field<Value | null> {
    return new Field({ ...this.facts, isNullable: true });
  }

  personal(): Field<Value> {
    return new Field({ ...this.facts, isPersonal: true });
  }

  /** Sets the type of a value that the content does not describe exactly. */
  holding<Type>(): Field<Type> {
    return new Field(this.facts);
  }

  asDate(): Field<Value extends string ? Date : Value> {
    return new Field({ ...this.facts, isDateObject: true });
  }
}

/** The fields by name, in the order of GraphQL and `/v1`. */
export type RecordFields = Readonly<Record<string, Field<unknown>>>;

/** The record with these fields, except those that only the GraphQL type has. */
export type RecordOf<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as [Fields[Name]['value']] extends [never] ? never : Name]: Fields[Name]['value'];
};

function made<Value>(content: FieldFacts['content'], description: string, isList = false): Field<Value> {
  return new Field({ content, description, isList, isNullable: false, isPersonal: false, isDateObject: false });
}

/** The kinds of fields. Their descriptions appear in GraphQL, in `/v1` and in the documentation. */
export const field = {
  boolean: (description: string) => made<boolean>('Boolean', description),
  date: (description: string) => made<string>('Date', description),
  /** An instant; in the record it is ISO 8601 text in UTC with milliseconds. */
  dateTime: (description: string) => made<string>('DateTime', description),
  /** Decimal text, so that no digit is lost; a number in `/v1`. */
  decimal: (description: string) => made<string>('Decimal', description),
  float: (description: string) => made<number>('Float', description),
  int: (description: string) => made<number>('Int', description),
  json: (description: string) => made<object>('JSON', description),
  string: (description: string) => made<string>('String', description),
  oneOf: <const Values extends readonly string[]>(values: Values, description: string) =>
    made<Values[number]>(values, description),
  object: <Fields extends RecordFields>(fields: Fields, description: string) =>
    made<RecordOf<Fields>>(fields, description),
  ints: (description: string) => made<number[]>('Int', description, true),
  strings: (description: string) => made<string[]>('String', description, true),
  someOf: <const Values extends readonly string[]>(values: Values, description: string) =>
    made<Values[number][]>(values, description, true),
  objects: <Fields extends RecordFields>(fields: Fields, description: string) =>
    made<RecordOf<Fields>[]>(fields, description, true),
  /** A field that only the GraphQL type has, which computes it or reads it from other records. */
  inGraph: () => made<never>('graph', ''),
  /** A field that the GraphQL type lacks, or defines itself. */
  internal: <Value>() => made<Value>('internal', ''),
} as const;

/** The values that replace personal ones in an erased copy of a record, so that it keeps its shape. */
export function blanksOf(fields: RecordFields): Readonly<Record<string, null | '' | readonly []>> {
  const personal = Object.entries(fields).filter(([, { facts }]) => facts.isPersonal);
  return Object.fromEntries(personal.map(([name, { facts }]) => [name, blankOf(name, facts)]));
}

function blankOf(name: string, { content, isList, isNullable }: FieldFacts): null | '' | readonly [] {
  if (isList) return [];
  if (isNullable) return null;
  if (content === 'String') return '';
  throw new Error(`The field ${name} is personal and has no empty value: make it nullable.`);
}
