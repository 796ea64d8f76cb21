/// The SQL editor: text area, highlighting and code completion.
package traceglass.app.panel.sql.editor;
