/// Algorithms of the operators, in plain Java over rows of integers: walks over graphs and trees, sweeps over
/// intervals, joins of spans, layouts of stacks.
///
/// Contains `LongRows` and a feed that passes rows to DuckDB. Independent of tokens, statements and names.
package traceglass.sql.compute;
