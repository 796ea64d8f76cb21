/// Events of any table as data: how a table names, finds and describes them, their details, arguments, callstacks, the
/// threads and packages they belong to.
///
/// In: the interfaces and what tables have in common. Not in: any one table with details of its own; those stand in the
/// packages of their subjects.
package traceglass.analysis.events;
