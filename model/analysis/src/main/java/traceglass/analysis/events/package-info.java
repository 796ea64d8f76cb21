/// Events of all tables: how each table names, finds and describes its events, and their details, arguments,
/// callstacks, threads and packages.
///
/// Contains interfaces and shared code of event tables. Tables with special details are in the packages of their
/// subjects.
package traceglass.analysis.events;
