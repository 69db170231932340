type Scalar = 'Boolean' | 'Date' | 'DateTime' | 'Decimal' | 'Float' | 'Int' | 'JSON' | 'String';

/** What a field holds: a scalar of the graph, one of the texts of an enumeration, or an object with fields of its own. */
type Content = Scalar | readonly string[] | RecordFields;

interface FieldFacts {
  /** `graph`: only the graph has it, and states what it holds. `internal`: the graph has it only where it states it itself. */
  readonly content: Content | 'graph' | 'internal';
  readonly description: string;
  readonly isList: boolean;
  readonly isNullable: boolean;
  /** Whether it says something about a person: after an erasure it is empty, also in copies of the record. */
  readonly isPersonal: boolean;
  /** Whether an instant is a Date object in the record, in place of its text. */
  readonly isDateObject: boolean;
}

/** A field of a record. Everything that has fields follows from it: the type, the columns, the type of the graph. */
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

  /** For a value whose type the content does not say exactly. */
  holding<Type>(): Field<Type> {
    return new Field(this.facts);
  }

  asDate(): Field<Value extends string ? Date : Value> {
    return new Field({ ...this.facts, isDateObject: true });
  }
}

/** By name, in the order in which the graph and `/v1` have them. */
export type RecordFields = Readonly<Record<string, Field<unknown>>>;

/** The record that has these fields. Those that only the graph has are not in it. */
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
  /** Only in the graph, whose type computes it or finds it in other records. */
  inGraph: () => made<never>('graph', ''),
  /** Not in the graph, or stated by the type of the graph. */
  internal: <Value>() => made<Value>('internal', ''),
} as const;

/** What an erased copy of a record has in place of its personal values, so that it keeps its shape. */
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
