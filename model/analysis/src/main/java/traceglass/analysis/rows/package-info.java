/// Results of queries in memory, column by column: reading, sorting, filtering, and writing them as delimited text,
/// JSON or Markdown.
///
/// Primitive arrays, immutable once read. Knows no control that shows them.
package traceglass.analysis.rows;
