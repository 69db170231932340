import type { Statement, VariableDeclarator } from '@swc/core';
import { Visitor } from '@swc/core/Visitor.js';

interface UsingDeclaration {
  readonly type: 'UsingDeclaration';
  readonly decls: VariableDeclarator[];
}

const visitStatement = Visitor.prototype.visitStatement;

/** The visitor through which dependency-cruiser reads a module throws at `using`; here it reads it like `const`. */
Visitor.prototype.visitStatement = function (this: Visitor, statement: Statement | UsingDeclaration): Statement {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement as unknown as Statement;
};
