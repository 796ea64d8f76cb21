/// What operators compute, in plain Java over rows of whole numbers: walks over graphs and trees, sweeps over
/// intervals, joins of spans, layouts of stacks.
///
/// In: `LongRows`, and a feed that hands rows to DuckDB. Not in: tokens, statements and names.
package traceglass.sql.compute;
