/// Long lists of events of one kind (log lines, ftrace events): columns, facets, filters, and an index that finds row
/// n without loading all rows.
///
/// A new list is an [EventListing].
package traceglass.analysis.listing;
