/// The documentation as a web site of plain files: HTML pages with navigation, a search that needs no server, and
/// pictures of the program. `packaging/site` runs it.
@NullMarked
package traceglass.app.docs.site;

import org.jspecify.annotations.NullMarked;
