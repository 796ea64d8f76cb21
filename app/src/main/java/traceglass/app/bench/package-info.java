/// Measures importing, querying and drawing, for `traceglass bench`.
///
/// In: what is measured. Out: figures as maps, in the order in which they are printed.
package traceglass.app.bench;
