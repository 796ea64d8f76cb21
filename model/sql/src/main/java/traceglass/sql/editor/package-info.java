/// Help for whoever types SQL: highlighting, completion, formatting, and what tables, columns, functions and modules
/// mean (`about/`, `functions.txt`).
///
/// In: text and a vocabulary. Not in: a connection, and any window.
package traceglass.sql.editor;
