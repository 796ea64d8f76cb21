/// Export of a session's tables to other kinds of databases.
package traceglass.sql.export;
