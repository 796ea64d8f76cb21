/// Events of any table as data: how a table names, finds and describes them, their details, arguments, callstacks,
/// threads and packages.
///
/// Contains interfaces and shared code of event tables. Tables with special details are in the packages of their
/// subjects.
package traceglass.analysis.events;
