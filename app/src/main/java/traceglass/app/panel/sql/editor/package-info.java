/// The SQL editor: text area, highlighting and code completion.
@NullMarked
package traceglass.app.panel.sql.editor;

import org.jspecify.annotations.NullMarked;
