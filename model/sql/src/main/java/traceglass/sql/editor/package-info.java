/// Editor support for SQL: highlighting, completion, formatting, and descriptions of tables, columns, functions and
/// modules (`about/`, `functions.txt`).
///
/// Works on text and a vocabulary. Independent of connections and windows.
package traceglass.sql.editor;
