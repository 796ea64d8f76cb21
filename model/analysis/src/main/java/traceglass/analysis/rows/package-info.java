/// Results of queries in memory, column by column: reading, sorting, filtering, and writing them as delimited text,
/// JSON or Markdown.
///
/// Primitive arrays, immutable once read. Independent of the controls that show them.
package traceglass.analysis.rows;
