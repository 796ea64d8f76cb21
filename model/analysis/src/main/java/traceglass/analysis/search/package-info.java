/// Text search over all event tables, and its hits. Each table defines which of its columns are searched.
package traceglass.analysis.search;
