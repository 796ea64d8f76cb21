/// The documentation: its pages in Markdown, their order, a search over them, and pages about tables, functions and
/// modules that are generated from the schema. The window's help and the web site show these pages.
///
/// Does not depend on a window and writes no files.
@NullMarked
package traceglass.app.docs;

import org.jspecify.annotations.NullMarked;
