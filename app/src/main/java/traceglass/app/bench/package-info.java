/// Benchmarks of importing, querying and drawing, for `traceglass bench`.
///
/// Results are maps in the order in which they are printed.
package traceglass.app.bench;
