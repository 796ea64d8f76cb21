-- A list of expressions without its parentheses.

CREATE PERFETTO MACRO _metasql_same(x Expr) RETURNS Expr AS $x;

-- Removes the parentheses around a list of expressions.
CREATE PERFETTO MACRO metasql_unparenthesize_exprlist(expr ExprList) RETURNS UnparenExprList AS
__intrinsic_token_apply!(_metasql_same, $expr);
